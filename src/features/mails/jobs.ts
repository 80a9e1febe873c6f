import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { sendMailsJob } from "./mails.ts";
import { forgetMails, sendMails, tickMails } from "./sending.ts";

export const transactionalJobs: JobHandler<Platform>[] = [
  jobHandler(sendMailsJob, sendMails),
  scheduled("mails.tick", "* * * * *", tickMails),
  scheduled("mails.forget", "23 4 * * *", forgetMails),
];
