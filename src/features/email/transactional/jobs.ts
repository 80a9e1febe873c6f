import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import { runWorker } from "#src/features/email/delivery/worker/worker.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { deleteUnusedAttachments } from "./attachment-gc.ts";
import { eraseRecipients } from "./feedback.ts";
import { graduateSenders } from "./graduate-senders.ts";
import { enqueueDueMails, mailLedger, purgeMails } from "./mail-ledger.ts";

export const transactionalJobs: JobHandler<Platform>[] = [
  jobHandler(mailLedger.job, (platform, mailbox) => runWorker(platform, mailLedger, mailbox)),
  scheduled("mails.tick", "* * * * *", enqueueDueMails),
  scheduled("mails.forget", "23 4 * * *", purgeMails),
  scheduled("mails.tidy-files", "33 4 * * *", deleteUnusedAttachments),
  scheduled("mails.judge-new-accounts", "41 * * * *", graduateSenders),
  ...onErasure("mails", eraseRecipients),
];
