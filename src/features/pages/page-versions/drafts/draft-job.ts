import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";

const draftJobSchema = z.object({
  account: z.string(),
  profile_id: z.string(),
  does: z.enum(["publish", "revert"]),
  /** The time that was chosen. If it isn't the draft's anymore, there's nothing to do. */
  at: z.string(),
});
export type DraftJob = z.infer<typeof draftJobSchema>;

export const draftJob: JobType<DraftJob> = { name: "page-drafts.turn", data: draftJobSchema };

/** Does at its time what's planned. However often it's asked for, one job waits. */
export function enqueueTurn(ctx: Platform, turn: DraftJob): Promise<void> {
  const { profile_id, does, at } = turn;
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(at) - ctx.now().getTime()) / 1000));
  return ctx.enqueue(draftJob, turn, { delaySeconds, key: `${profile_id} ${does} ${at}` });
}
