import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { deleteUnusedAttachments } from "./attachment-gc.ts";
import { eraseRecipients } from "./feedback.ts";
import { graduateSenders } from "./graduate-senders.ts";
import { enqueueDueMails, purgeMails, sendMails } from "./send-worker.ts";
import { sendMailsJob } from "./transactional.ts";

export const transactionalJobs: JobHandler<Platform>[] = [
  jobHandler(sendMailsJob, sendMails),
  scheduled("mails.tick", "* * * * *", enqueueDueMails),
  scheduled("mails.forget", "23 4 * * *", purgeMails),
  scheduled("mails.tidy-files", "33 4 * * *", deleteUnusedAttachments),
  scheduled("mails.judge-new-accounts", "41 * * * *", graduateSenders),
  ...onErasure("mails", eraseRecipients),
];
