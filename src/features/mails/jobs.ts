import { whenErased } from "#src/features/contacts/when-erased.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { sendMailsJob } from "./mails.ts";
import { forgetRecipients } from "./returning.ts";
import { forgetMails, sendMails, tickMails } from "./sending.ts";
import { judgeNewAccounts } from "./trusting.ts";
import { tidyFiles } from "./unused-files.ts";

export const transactionalJobs: JobHandler<Platform>[] = [
  jobHandler(sendMailsJob, sendMails),
  scheduled("mails.tick", "* * * * *", tickMails),
  scheduled("mails.forget", "23 4 * * *", forgetMails),
  scheduled("mails.tidy-files", "33 4 * * *", tidyFiles),
  scheduled("mails.judge-new-accounts", "41 * * * *", judgeNewAccounts),
  ...whenErased("mails", forgetRecipients),
];
