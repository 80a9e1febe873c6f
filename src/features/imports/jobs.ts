import { whenErased } from "#src/features/contacts/when-erased.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { forgetErased, importLater, resumeImports, tidyImports, workOnImport } from "./running.ts";

export const importJobs: JobHandler<Platform>[] = [
  jobHandler(importLater, workOnImport),
  scheduled("imports.resume", "*/10 * * * *", resumeImports),
  scheduled("imports.tidy", "41 3 * * *", tidyImports),
  ...whenErased("imports", forgetErased),
];
