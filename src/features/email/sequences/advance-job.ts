/* The job that goes on with whoever is due in a sequence. */
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";

const oneSequence = z.object({ account: z.string(), id: z.string() });
export type OneSequence = z.output<typeof oneSequence>;

export const advanceJob: JobType<OneSequence> = {
  name: "sequences.advance",
  class: "automation",
  data: oneSequence,
};

export function enqueueAdvance(ctx: Platform, sequence: OneSequence): Promise<void> {
  return ctx.enqueue(advanceJob, sequence);
}
