import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** Someone canceled one of their account's jobs. The subject is the job, as in the next one. */
export const jobCanceled: EventType<{ name: string }> = {
  name: "job.canceled",
  payload: z.object({ name: z.string() }),
};

/** Staff gave a failed job another round of tries. */
export const jobRetried: EventType<object> = { name: "job.tried_again", payload: z.object({}) };

export const jobDiscarded: EventType<object> = { name: "job.discarded", payload: z.object({}) };
