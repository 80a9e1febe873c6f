import { contactDeleted, contactsErased } from "#src/features/contacts/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { forgetErased, importLater, resumeImports, tidyImports, workOnImport } from "./running.ts";

export const importJobs: JobHandler<Platform>[] = [
  jobHandler(importLater, workOnImport),
  scheduled("imports.resume", "*/10 * * * *", resumeImports),
  scheduled("imports.tidy", "41 3 * * *", tidyImports),
  subscribe(
    contactDeleted,
    (platform, { account, subject }) => forgetErased(platform, { account, payload: { ids: [subject] } }),
    { name: "imports.forget-contact" },
  ),
  subscribe(contactsErased, forgetErased, { name: "imports.forget-contacts" }),
];
