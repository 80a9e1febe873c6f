import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { mailboxStateChanged } from "./events.ts";
import { tellOfState } from "./mails.ts";

export const mailboxJobs: JobHandler<Platform>[] = [
  subscribe(mailboxStateChanged, tellOfState, { name: "mailboxes.tell-of-state" }),
];
