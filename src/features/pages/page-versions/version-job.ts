import * as z from "zod";
import {
  linkCreated,
  linkDeleted,
  linkDuplicated,
  linkRestored,
  linksChanged,
  linksChangeUndone,
  linksReordered,
  linkUpdated,
} from "#src/features/pages/links/events.ts";
import { profileCreated, profileDuplicated, profileUpdated } from "#src/features/pages/profiles/events.ts";
import type { NewEvent } from "#src/lib/event.ts";
import type { EnqueuedJob, JobType } from "#src/platform/jobs/job-types.ts";
import { VERSION_SPAN_MS } from "./rules.ts";

const versionJobSchema = z.object({
  account: z.string(),
  profile_id: z.string(),
  made_by: z.string().nullable(),
  /** How often it has found somebody still editing. */
  looks: z.number(),
});
export type VersionJob = z.infer<typeof versionJobSchema>;

export const versionJob: JobType<VersionJob> = { name: "page-versions.keep", data: versionJobSchema };

/** Everything after which a page is another one. */
export const PAGE_CHANGES = [
  ...[profileCreated, profileDuplicated, profileUpdated, linksReordered],
  ...[linksChanged, linksChangeUndone],
  ...[linkCreated, linkDuplicated, linkUpdated, linkDeleted, linkRestored],
];

/** People and programs, but not the process itself, or staff, who aren't named to accounts. */
function makerOf({ type, id }: NewEvent["actor"]): string | null {
  return type === "person" ? (id ?? null) : null;
}

/** Returns the jobs that keep the pages that a change was on. */
export function versionJobsAfter(event: NewEvent, now: Date): EnqueuedJob<VersionJob>[] {
  const { profile_id = event.subject, profile_ids = [profile_id] } = event.payload as ChangedPages;
  return profile_ids.map((id) => versionJobAfter(event, id, now));
}

/** One change may be on many pages. */
interface ChangedPages {
  profile_id?: string;
  profile_ids?: string[];
}

/**
 * Returns the job that keeps a page as it will be a few minutes after a change. All changes in that time have the same
 * one, and a change while it runs has the next.
 */
function versionJobAfter(
  { account, actor }: NewEvent,
  profile_id: string,
  now: Date,
): EnqueuedJob<VersionJob> {
  const span = Math.floor(now.getTime() / VERSION_SPAN_MS);
  const ends = (span + 1) * VERSION_SPAN_MS;
  return {
    job: versionJob,
    data: { account, profile_id, made_by: makerOf(actor), looks: 0 },
    delaySeconds: Math.ceil((ends - now.getTime()) / 1000) + 1,
    key: `${profile_id} ${span}`,
  };
}
