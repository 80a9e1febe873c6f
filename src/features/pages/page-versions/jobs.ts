import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { draftJob } from "./drafts/draft-job.ts";
import { purgePageDrafts } from "./drafts/drafts.ts";
import { takeUpOverdue, turnPage } from "./drafts/publication.ts";
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
  jobHandler(draftJob, turnPage),
  scheduled("page-drafts.overdue", "*/10 * * * *", takeUpOverdue),
  subscribe(profilePurged, purgePageDrafts, { name: "page-drafts.purge-profile" }),
  subscribe(profilePurged, purgePageVersions, { name: "page-versions.purge-profile" }),
  scheduled("page-versions.first", "23 * * * *", keepFirstVersions),
];
