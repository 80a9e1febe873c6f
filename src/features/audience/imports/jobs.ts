import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseImportedPeople, importJob, purgeAbandoned, resumeImports, runImport } from "./import-job.ts";

export const importJobs: JobHandler<Platform>[] = [
  jobHandler(importJob, runImport),
  scheduled("imports.resume", "*/10 * * * *", resumeImports),
  scheduled("imports.tidy", "41 3 * * *", purgeAbandoned),
  ...onErasure("imports", eraseImportedPeople),
];
