/*
 * Earlier versions of pages: each state of a page that lasted for a while is kept, whoever made it and through what, and
 * can be looked at and restored (`restoration.ts`). `profiles` and `links` own what a page is made of.
 */
import { requirePermission } from "#src/features/identity/team/team.ts";
import { listLinks } from "#src/features/pages/links/links.ts";
import { getProfile, lockProfile, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { PAGE_VERSION_ERRORS, type PageVersion, type WholePageVersion } from "./contract.ts";
import { isChange, type PageState, pageChanges } from "./page-state.ts";
import { EDITING_PAUSE_MS, LOOKS_MAX, surplusOf } from "./rules.ts";
import {
  deleteVersions,
  deleteVersionsOf,
  findNewestVersion,
  findVersion,
  insertVersion,
  listPagesWithoutVersion,
  listVersionRows,
} from "./store.ts";
import { type VersionJob, versionJob } from "./version-job.ts";

interface OfPage {
  profile_id: string;
}

export async function listPageVersions(ctx: Ctx, { profile_id }: OfPage): Promise<{ items: PageVersion[] }> {
  const { id } = await requireProfile(ctx, profile_id);
  return { items: await listVersionRows(ctx.db, { account: ctx.account, profile_id: id }) };
}

export async function getPageVersion(
  ctx: Ctx,
  { profile_id, version_id }: OfPage & { version_id: string },
): Promise<WholePageVersion> {
  requirePermission(ctx, "links.see");
  const now = await getProfile(ctx, { id: profile_id });
  const { page, ...version } = await requireVersion(ctx, { profile_id, version_id });
  // What no version is about is as it is now.
  return { ...version, profile: { ...now, ...page.profile, ...keptOf(now) }, links: page.links };
}

/** What stays as it is when a version is restored. */
function keptOf({ id, user_id, username, status, is_active, domain, updated_at }: PageState["profile"]) {
  return { id, user_id, username, status, is_active, domain, updated_at };
}

export async function requireVersion(ctx: Ctx, key: OfPage & { version_id: string }) {
  const { profile_id, version_id: id } = key;
  const found = isId(id) ? await findVersion(ctx.db, { account: ctx.account, profile_id, id }) : undefined;
  if (!found) throw failure(PAGE_VERSION_ERRORS, "PAGE_VERSION_NOT_FOUND");
  return found;
}

export async function readPage(ctx: Ctx, { profile_id }: OfPage): Promise<PageState> {
  const profile = await getProfile(ctx, { id: profile_id });
  const { items } = await listLinks(ctx, { profile_id });
  return { profile, links: items };
}

interface Kept extends OfPage {
  made_by: string | null;
  /** When the version was made that's restored. */
  restored_from?: string;
}

/**
 * Keeps a page as it is now, unless its newest version is the same. Returns the id of the version that is. Writers wait
 * meanwhile, so that no version is half of one state and half of another.
 */
export async function keepPageVersion(
  ctx: Ctx,
  { profile_id, made_by, restored_from }: Kept,
): Promise<string> {
  return ctx.write(async (ctx) => {
    await lockProfile(ctx, profile_id);
    const page = await readPage(ctx, { profile_id });
    const key = { account: ctx.account, profile_id };
    const newest = await findNewestVersion(ctx.db, key);
    const changes = newest ? pageChanges(newest.page, page) : null;
    if (newest && changes && !isChange(changes)) return newest.id;
    const id = ctx.newId();
    await insertVersion(ctx.db, {
      id,
      user_id: ctx.account,
      profile_id,
      page,
      changes,
      made_by,
      made_at: ctx.now().toISOString(),
      restored_from: restored_from ?? null,
    });
    const surplus = surplusOf(await listVersionRows(ctx.db, key));
    await deleteVersions(ctx.db, { ...key, ids: surplus });
    return id;
  });
}

/** Before a change that may go wrong, nobody has to wait until the page has been left alone for a while. */
export async function keepPageNow(ctx: Ctx, { profile_id }: OfPage): Promise<PageVersion> {
  const { id } = await requireProfile(ctx, profile_id);
  const version_id = await keepPageVersion(ctx, { profile_id: id, made_by: actorId(ctx) });
  const { page: _, ...version } = await requireVersion(ctx, { profile_id: id, version_id });
  return version;
}

/** The job after a change. While somebody is still editing, it comes back later. */
export async function keepAfterChange(platform: Platform, data: VersionJob): Promise<void> {
  const { account, profile_id, made_by, looks } = data;
  const ctx = systemCtx(platform, { job: versionJob.name, account });
  const page = await unlessGone(readPage(ctx, { profile_id }));
  if (!page) return;
  const changed = [page.profile, ...page.links].map(({ updated_at }) => Date.parse(updated_at));
  const isPause = ctx.now().getTime() - Math.max(...changed) >= EDITING_PAUSE_MS;
  if (isPause || looks >= LOOKS_MAX) await unlessGone(keepPageVersion(ctx, { profile_id, made_by }));
  else
    await ctx.enqueue(
      versionJob,
      { ...data, looks: looks + 1 },
      { delaySeconds: EDITING_PAUSE_MS / 1000, key: `${profile_id} again` },
    );
}

/** A page that's gone, or in the trash, gets no version. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  });
}

const FIRST_AT_ONCE = 200;

/** Pages that were there before versions were kept get a first one before somebody changes them. */
export async function keepFirstVersions(platform: Platform): Promise<void> {
  for (const { account, profile_id } of await listPagesWithoutVersion(platform.db, FIRST_AT_ONCE)) {
    platform.abortSignal.throwIfAborted();
    const ctx = systemCtx(platform, { job: "page-versions.first", account });
    await unlessGone(keepPageVersion(ctx, { profile_id, made_by: null }));
  }
}

export async function purgePageVersions({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteVersionsOf(db, subject);
}
