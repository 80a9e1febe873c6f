/*
 * Drafts: a copy of a page that's edited like any page and seen by nobody. Publishing makes the page like it, now or at a
 * time, and if wanted back as it was at another. The page's versions keep what it was in between.
 */
import { copyRows } from "#src/features/pages/links/duplicate-profile.ts";
import { passwordHashOf } from "#src/features/pages/links/openings.ts";
import { copyAsDraft, lockProfileInAccount, requireProfile, saveProfile, withCreationLimit } from "#src/features/pages/profiles/profiles.ts";
import { deleteProfile } from "#src/features/pages/profiles/trash/trash.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { type PageDraft, PAGE_DRAFT_ERRORS, type Published } from "./contract.ts";
import { type DraftJob, draftJob } from "./draft-job.ts";
import { type DraftRow, deleteDraft, deleteDraftsWith, findDraft, lockDraft, upsertDraft } from "./draft-store.ts";
import { pageDraftDiscarded, pageDraftMade, pageDraftMissed, pageDraftPublished, pageDraftScheduled, pageReverted } from "./events.ts";
import { isChange, type PageState, pageChanges } from "./page-state.ts";
import { keepPageVersion, readPage, requireVersion } from "./page-versions.ts";
import { applyPage } from "./restoration.ts";

interface OfPage {
  /** The page's id, or its draft's. */
  profile_id: string;
}

/** Copies a page into a draft. A page has one, so that asking twice makes one. */
export async function createPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<PageDraft> {
  return withCreationLimit(ctx, () =>
    ctx.write(async (ctx) => {
      const profile = await lockProfileInAccount(ctx, profile_id);
      const known = await findOpenDraft(ctx, profile.id);
      if (known?.draft_id) return toDraft(ctx, known);
      const base = await readPage(ctx, { profile_id: profile.id });
      const { profile: copy, ids } = await copyRows(ctx, { from: profile.id, to: await copyAsDraft(ctx, profile) });
      const row: DraftRow = {
        profile_id: profile.id,
        user_id: ctx.account,
        draft_id: copy.id,
        base,
        rows: Object.fromEntries([...ids].map(([here, there]) => [there, here])),
        publish_at: null,
        revert_at: known?.revert_at ?? null,
        revert_to: known?.revert_to ?? null,
        made_by: actorId(ctx),
        made_at: ctx.now().toISOString(),
      };
      await upsertDraft(ctx.db, row);
      await ctx.announce(pageDraftMade, { subject: profile.id, payload: { draft_id: copy.id } });
      return toDraft(ctx, row);
    }),
  );
}

/** Returns a page's draft, or its return that's planned. One whose copy is gone isn't there anymore. */
async function findOpenDraft(ctx: Ctx, profile_id: string): Promise<DraftRow | undefined> {
  const row = await findDraft(ctx.db, { account: ctx.account, profile_id });
  if (!row?.draft_id) return row;
  const copy = await unlessFailed(requireProfile(ctx, row.draft_id));
  const isThere = copy?.draft_of === row.profile_id;
  return isThere || row.revert_at !== null ? { ...row, draft_id: isThere ? row.draft_id : null } : undefined;
}

async function unlessFailed<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
}

async function toDraft(ctx: Ctx, row: DraftRow): Promise<PageDraft> {
  const { profile_id, draft_id, publish_at, revert_at, base } = row;
  const { name } = await requireProfile(ctx, profile_id);
  const changes = draft_id === null ? null : pageChanges(base, await readPage(ctx, { profile_id }));
  return { profile_id, page_name: name, draft_id, publish_at, revert_at, page_changes: changes };
}

/** For the page as for its draft. */
export async function getPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<{ draft: PageDraft | null }> {
  await requireProfile(ctx, profile_id);
  const row = await findOpenDraft(ctx, profile_id);
  return { draft: row ? await toDraft(ctx, row) : null };
}

interface Wanted extends OfPage {
  publish_at?: string | null | undefined;
  revert_at?: string | null | undefined;
  takes_over?: boolean | undefined;
}

/** Publishes a draft, now or at a time. A page that has changed since it was copied isn't overwritten without asking. */
export async function publishPageDraft(ctx: Ctx, wanted: Wanted): Promise<Published> {
  const now = ctx.now().getTime();
  const [publish_at, revert_at] = [isoOf(wanted.publish_at), isoOf(wanted.revert_at)];
  if (publish_at !== null && Date.parse(publish_at) <= now) throw failure(PAGE_DRAFT_ERRORS, "MOMENT_PASSED");
  if (revert_at !== null && Date.parse(revert_at) <= (publish_at === null ? now : Date.parse(publish_at)))
    throw failure(PAGE_DRAFT_ERRORS, "RETURN_TOO_EARLY");
  return ctx.write(async (ctx) => {
    const row = await requireDraft(ctx, wanted.profile_id);
    const page = await readPage(ctx, { profile_id: row.profile_id });
    if (!wanted.takes_over && isChange(pageChanges(row.base, page)))
      throw failure(PAGE_DRAFT_ERRORS, "PAGE_CHANGED_MEANWHILE");
    const planned = { ...row, publish_at, revert_at };
    if (publish_at === null) return publish(ctx, planned);
    await upsertDraft(ctx.db, planned);
    await enqueueTurn(ctx, planned, "publish", publish_at);
    await ctx.announce(pageDraftScheduled, { subject: row.profile_id, payload: { publish_at } });
    return { draft: await toDraft(ctx, planned), problems: [] };
  });
}

const isoOf = (moment: string | null | undefined) => (moment ? new Date(moment).toISOString() : null);

async function requireDraft(ctx: Ctx, profile_id: string): Promise<DraftRow & { draft_id: string }> {
  await lockProfileInAccount(ctx, profile_id);
  const open = await findOpenDraft(ctx, profile_id);
  if (!open?.draft_id) throw failure(PAGE_DRAFT_ERRORS, "PAGE_DRAFT_NOT_FOUND");
  await lockProfileInAccount(ctx, open.profile_id);
  const row = await lockDraft(ctx.db, { account: ctx.account, profile_id });
  if (!row?.draft_id) throw failure(PAGE_DRAFT_ERRORS, "PAGE_DRAFT_NOT_FOUND");
  return { ...row, draft_id: row.draft_id };
}

/** Two nodes may have the same job: whoever comes second finds another moment in the row. */
function enqueueTurn(
  ctx: Ctx,
  { profile_id }: DraftRow,
  does: DraftJob["does"],
  at: string,
): Promise<void> {
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(at) - ctx.now().getTime()) / 1000));
  return ctx.enqueue(draftJob, { account: ctx.account, profile_id, does, at }, { delaySeconds });
}

async function publish(ctx: Ctx, row: DraftRow & { draft_id: string }): Promise<Published> {
  const { profile_id, draft_id, revert_at, made_by } = row;
  const before = await keepPageVersion(ctx, { profile_id, made_by });
  const page = await pageOf(ctx, row);
  const problems = await applyPage(ctx, { profile_id, page, hashes: await hashesOf(ctx, row, page) });
  await keepPageVersion(ctx, { profile_id, made_by });
  await removeCopy(ctx, draft_id);
  const published = { ...row, draft_id: null, publish_at: null, revert_to: before };
  if (revert_at === null) await deleteDraft(ctx.db, { account: ctx.account, profile_id });
  else {
    await upsertDraft(ctx.db, published);
    await enqueueTurn(ctx, published, "revert", revert_at);
  }
  await ctx.announce(pageDraftPublished, { subject: profile_id, payload: {} });
  return { draft: revert_at === null ? null : await toDraft(ctx, published), problems };
}

/** The draft's content under the page's own name, with its rows under the ids of those that they're copies of. */
async function pageOf(ctx: Ctx, { profile_id, draft_id, rows }: DraftRow & { draft_id: string }): Promise<PageState> {
  const { profile, links } = await readPage(ctx, { profile_id: draft_id });
  const { name } = await requireProfile(ctx, profile_id);
  const idOf = (id: string) => rows[id] ?? id;
  return {
    profile: { ...profile, name },
    links: links.map((link) => ({
      ...link,
      id: idOf(link.id),
      parent_id: link.parent_id === null ? null : idOf(link.parent_id),
    })),
  };
}

/** What passwords in the draft are checked against, by the rows' ids on the page. */
async function hashesOf(ctx: Ctx, { rows }: DraftRow, page: PageState): Promise<ReadonlyMap<string, string>> {
  const copies = new Map(Object.entries(rows).map(([copy, row]) => [row, copy]));
  const hashes = new Map<string, string>();
  for (const { id, has_password } of page.links) {
    const hash = has_password ? await passwordHashOf(ctx, copies.get(id) ?? id) : undefined;
    if (hash !== undefined) hashes.set(id, hash);
  }
  return hashes;
}

/** It goes to the trash as an ordinary profile. */
async function removeCopy(ctx: Ctx, id: string): Promise<void> {
  await saveProfile(ctx, { row: await requireProfile(ctx, id), changes: { draft_of: null } });
  await deleteProfile(ctx, { id });
}

/** Takes back what's planned. What's public stays so. */
export async function cancelPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<{ draft: PageDraft | null }> {
  return ctx.write(async (ctx) => {
    await lockProfileInAccount(ctx, profile_id);
    const row = await findOpenDraft(ctx, profile_id);
    if (!row) throw failure(PAGE_DRAFT_ERRORS, "PAGE_DRAFT_NOT_FOUND");
    const calm = { ...row, publish_at: null, revert_at: null, revert_to: null };
    if (row.draft_id === null) await deleteDraft(ctx.db, { account: ctx.account, profile_id });
    else await upsertDraft(ctx.db, calm);
    await ctx.announce(pageDraftScheduled, { subject: row.profile_id, payload: { publish_at: null } });
    return { draft: row.draft_id === null ? null : await toDraft(ctx, calm) };
  });
}

export async function discardPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<{ profile_id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireDraft(ctx, profile_id);
    await removeCopy(ctx, row.draft_id);
    await deleteDraft(ctx.db, { account: ctx.account, profile_id: row.profile_id });
    await ctx.announce(pageDraftDiscarded, { subject: row.profile_id, payload: {} });
    return { profile_id: row.profile_id };
  });
}

/** The job at a draft's moment: publishes it, or brings back the page from before. */
export async function turnPage(platform: Platform, { account, profile_id, does, at }: DraftJob): Promise<void> {
  const ctx = systemCtx(platform, { job: draftJob.name, account });
  try {
    await ctx.write(async (ctx) => {
      await lockProfileInAccount(ctx, profile_id);
      const row = await lockDraft(ctx.db, { account, profile_id });
      if (does === "publish" && row?.draft_id && row.publish_at === at)
        await publish(ctx, { ...row, draft_id: row.draft_id });
      if (does === "revert" && row?.revert_to && row.draft_id === null && row.revert_at === at)
        await revert(ctx, row, row.revert_to);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A page that's gone or has no room anymore won't change by trying again.
    await giveUp(ctx, profile_id, error);
  }
}

async function revert(ctx: Ctx, { profile_id, made_by }: DraftRow, version_id: string): Promise<void> {
  const { page, made_at } = await requireVersion(ctx, { profile_id, version_id });
  await keepPageVersion(ctx, { profile_id, made_by });
  await applyPage(ctx, { profile_id, page });
  await keepPageVersion(ctx, { profile_id, made_by, restored_from: made_at });
  await deleteDraft(ctx.db, { account: ctx.account, profile_id });
  await ctx.announce(pageReverted, { subject: profile_id, payload: { version_id } });
}

async function giveUp(ctx: Ctx, profile_id: string, { code }: Failure): Promise<void> {
  await ctx.write(async (ctx) => {
    const row = await lockDraft(ctx.db, { account: ctx.account, profile_id });
    if (!row) return;
    if (row.draft_id === null) await deleteDraft(ctx.db, { account: ctx.account, profile_id });
    else await upsertDraft(ctx.db, { ...row, publish_at: null });
    await ctx.announce(pageDraftMissed, { subject: profile_id, payload: { code } });
  });
}

export async function purgePageDrafts({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteDraftsWith(db, subject);
}
