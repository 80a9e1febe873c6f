import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const systemEvents = eventList("other");

/** Staff asked for a backup. The subject is the instance, as in all of these but the jobs'. */
export const backupRequested = systemEvents.add("system.backup_requested", {
  sentence: "Asked for a backup of the instance",
});

export const verificationRequested = systemEvents.add("system.backup_check_requested", {
  sentence: "Asked for a check of the last backup",
});

/** The subject is the backup. */
export const backupMade = systemEvents.add("system.backup_made", {
  payload: z.object({ rows: z.number() }),
  sentence: "Made a backup of the instance",
});

export const backupFailed = systemEvents.add("system.backup_failed", {
  sentence: "Failed to make a backup of the instance",
});

export const backupVerified = systemEvents.add("system.backup_checked", {
  payload: z.object({ is_whole: z.boolean() }),
  sentence: ({ is_whole }) =>
    is_whole
      ? "Restored the last backup on trial, and all was there"
      : "Restored the last backup on trial, and found it wanting",
});

/** The subject is the job. */
export const queuedJobCanceled = systemEvents.add("system.job_canceled", {
  area: "job",
  payload: z.object({ name: z.string() }),
  sentence: "Canceled a job of the instance",
});

export const jobRunRequested = systemEvents.add("system.job_requested", {
  area: "job",
  sentence: "Started a recurring job ahead of its time",
});

export const tableTended = systemEvents.add("system.table_tended", {
  sentence: "Had a table of the database tidied up",
});
