import { contactDeleted, contactsErased } from "#src/features/contacts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { sendMailsJob } from "./mails.ts";
import { forgetRecipients } from "./returning.ts";
import { forgetMails, sendMails, tickMails } from "./sending.ts";
import { judgeNewAccounts } from "./trusting.ts";

export const transactionalJobs: JobHandler<Platform>[] = [
  jobHandler(sendMailsJob, sendMails),
  scheduled("mails.tick", "* * * * *", tickMails),
  scheduled("mails.forget", "23 4 * * *", forgetMails),
  scheduled("mails.judge-new-accounts", "41 * * * *", judgeNewAccounts),
  subscribe(
    contactDeleted,
    (platform, { account, subject }) => forgetRecipients(platform, { account, payload: { ids: [subject] } }),
    { name: "mails.forget-contact" },
  ),
  subscribe(contactsErased, forgetRecipients, { name: "mails.forget-contacts" }),
];
