import * as z from "zod";
import type { JobType } from "#src/platform/jobs/job-types.ts";

const draftJobSchema = z.object({
  account: z.string(),
  profile_id: z.string(),
  does: z.enum(["publish", "revert"]),
  /** The moment that was chosen. If it isn't the draft's anymore, there's nothing to do. */
  at: z.string(),
});
export type DraftJob = z.infer<typeof draftJobSchema>;

export const draftJob: JobType<DraftJob> = { name: "page-drafts.turn", data: draftJobSchema };
