import * as z from "zod";
import type { JobType } from "#src/platform/jobs/job-types.ts";

/** Copies the pictures of an import that was applied. */
export const pictureCopyJob = {
  name: "page-imports.copy-pictures",
  class: "bulk",
  data: z.object({
    account: z.string(),
    /** As its pictures name it. */
    id: z.string(),
    import_id: z.string(),
    profile_id: z.string(),
  }),
} satisfies JobType<{ account: string; id: string; import_id: string; profile_id: string }>;
