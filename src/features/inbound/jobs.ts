import { mailboxProven } from "#src/features/mailboxes/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { followGmail } from "./following.ts";
import { look, lookAround, lookJob } from "./looking.ts";
import { forgetTokens } from "./receiving.ts";

export const inboundJobs: JobHandler<Platform>[] = [
  jobHandler(lookJob, look),
  subscribe(mailboxProven, followGmail, { name: "inbound.follow-gmail" }),
  scheduled("inbound.look-around", "* * * * *", lookAround),
  scheduled("inbound.forget-tokens", "37 4 * * *", forgetTokens),
];
