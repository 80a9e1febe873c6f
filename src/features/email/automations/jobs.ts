import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import type { SignalHandler } from "#src/platform/signal-runner.ts";
import { callJob } from "./call-job.ts";
import { callServer } from "./calls.ts";
import { startByDate, startByInactivity, startBySchedule } from "./clock.ts";
import { purgeTried } from "./inbox-store.ts";
import { RUN_DAYS_KEPT } from "./rules.ts";
import { purgeRuns } from "./run-store.ts";
import { automationsStirred } from "./signals.ts";
import { retryHappened, sweepAutomations } from "./sweep.ts";

const PURGED_ROWS = 1000;

/** Also runs at a worker's start, so that a killed process's work continues at once. */
export const sweepWhenStirred: SignalHandler = { signal: automationsStirred, run: sweepAutomations };

async function purgeOldRuns({ db, now }: Platform): Promise<void> {
  const before = addDays(now(), -RUN_DAYS_KEPT);
  await purgeTried(db, before);
  while ((await purgeRuns(db, { before, most: PURGED_ROWS })) === PURGED_ROWS);
}

export const automationJobs: JobHandler<Platform>[] = [
  // For waits that are over, and for signals that were missed.
  scheduled("automations.tick", "* * * * *", sweepAutomations),
  scheduled("automations.retry", "* * * * *", retryHappened),
  scheduled("automations.schedule", "* * * * *", startBySchedule),
  scheduled("automations.dates", "*/15 * * * *", startByDate),
  scheduled("automations.inactive", "23 * * * *", startByInactivity),
  scheduled("automations.purge", "17 3 * * *", purgeOldRuns),
  jobHandler(callJob, callServer),
];
