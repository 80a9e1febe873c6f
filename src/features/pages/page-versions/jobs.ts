import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { keepAfterChange, keepFirstVersions, purgePageVersions } from "./page-versions.ts";
import { PAGE_CHANGES, versionJob, versionJobsAfter } from "./version-job.ts";

const keeping = jobHandler(versionJob, keepAfterChange);

export const pageVersionJobs: JobHandler<Platform>[] = [
  keeping,
  ...PAGE_CHANGES.map(({ name }) => ({
    ...keeping,
    event: name,
    each: async ({ now }: { now(): Date }, event: Parameters<typeof versionJobsAfter>[0]) =>
      versionJobsAfter(event, now()),
  })),
  subscribe(profilePurged, purgePageVersions, { name: "page-versions.purge-profile" }),
  scheduled("page-versions.first", "23 * * * *", keepFirstVersions),
];
