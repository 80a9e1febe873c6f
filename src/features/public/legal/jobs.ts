import { accountCreated } from "#src/features/identity/accounts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { recordSignUp } from "./agreement.ts";
import { goOnTelling, tellEveryone, tellingJob } from "./announcement.ts";

export const legalJobs: JobHandler<Platform>[] = [
  subscribe(accountCreated, recordSignUp, { name: "legal.record-sign-up" }),
  jobHandler(tellingJob, tellEveryone),
  scheduled("legal.go-on-telling", "* * * * *", goOnTelling),
];
