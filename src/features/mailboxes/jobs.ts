import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { mailboxStateChanged } from "./events.ts";
import { tellOfState } from "./mails.ts";
import { watchAllDns, watchDns, watchJob } from "./watching-dns.ts";

export const mailboxJobs: JobHandler<Platform>[] = [
  subscribe(mailboxStateChanged, tellOfState, { name: "mailboxes.tell-of-state" }),
  jobHandler(watchJob, watchDns),
  scheduled("mailboxes.watch-all-dns", "23 5 * * *", watchAllDns),
];
