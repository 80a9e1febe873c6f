/* The job that calls another server for a run. A server that hangs delays only its account. */
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";

const oneCall = z.object({
  account: z.string(),
  run_id: z.string(),
  action_id: z.string(),
  /** Counted from 0. */
  attempt: z.number(),
});
export type OneCall = z.output<typeof oneCall>;

export const callJob: JobType<OneCall> = { name: "automations.call", class: "webhooks", data: oneCall };

export function enqueueCall(ctx: Platform, call: OneCall, delaySeconds = 0): Promise<void> {
  return ctx.enqueue(callJob, call, delaySeconds > 0 ? { delaySeconds } : {});
}
