import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { importLater, tidyImports, workOnImport } from "./running.ts";

export const importJobs: JobHandler<Platform>[] = [
  jobHandler(importLater, workOnImport),
  scheduled("imports.tidy", "41 3 * * *", tidyImports),
];
