import { mailboxProven } from "#src/features/email/sending-accounts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { syncGmailOptIn } from "./gmail-opt-in.ts";
import { pollDueInboxes, pollInbox, pollJob } from "./poll.ts";
import { purgeTokens } from "./receive-webhook.ts";

export const inboundJobs: JobHandler<Platform>[] = [
  jobHandler(pollJob, pollInbox),
  subscribe(mailboxProven, syncGmailOptIn, { name: "inbound.follow-gmail" }),
  scheduled("inbound.look-around", "* * * * *", pollDueInboxes),
  scheduled("inbound.forget-tokens", "37 4 * * *", purgeTokens),
];
