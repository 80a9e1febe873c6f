import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const jobEvents = eventList("job");

/** Someone canceled one of their account's jobs. The subject is the job, as in the next one. */
export const jobCanceled = jobEvents.add("job.canceled", {
  payload: z.object({ name: z.string() }),
  sentence: "Canceled a background job",
});

/** Staff gave a failed job another round of tries. */
export const jobRetried = jobEvents.add("job.tried_again", {
  sentence: "Tried a failed background job again",
});

export const allJobsRetried = jobEvents.add("job.all_tried_again", {
  payload: z.object({ count: z.number() }),
  sentence: "Tried all failed background jobs again",
});

export const jobDiscarded = jobEvents.add("job.discarded", { sentence: "Deleted a failed background job" });
