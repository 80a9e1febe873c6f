import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { changeContactsLater, changeLater, forgetContacts } from "./bulk.ts";

export const contactJobs: JobHandler<Platform>[] = [
  jobHandler(changeLater, changeContactsLater),
  scheduled("contacts.forget-deleted", "23 * * * *", forgetContacts),
];
