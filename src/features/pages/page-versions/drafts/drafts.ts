/*
 * Drafts: a copy of a page that's edited like any page and seen by nobody. `publication.ts` makes the page like it, now or
 * at a time, and back. Whoever may edit the page may do that; the copy is a profile of its own for everybody else.
 */
import { copyRows } from "#src/features/pages/links/duplicate-profile.ts";
import {
  copyAsDraft,
  lockProfileInAccount,
  type ProfileRow,
  requireProfile,
  withCreationLimit,
} from "#src/features/pages/profiles/profiles.ts";
import { deleteProfile } from "#src/features/pages/profiles/trash/trash.ts";
import { failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { pageDraftCanceled, pageDraftDiscarded, pageDraftMade } from "../events.ts";
import { pageChanges } from "../page-state.ts";
import { PAGE_DRAFT_ERRORS, type PageDraft } from "./draft-contract.ts";
import { copiesOf, readDraft } from "./draft-state.ts";
import { type DraftRow, deleteDraft, deleteDraftsWith, findDraft, upsertDraft } from "./draft-store.ts";

export interface OfPage {
  /** The page's id, or its draft's. */
  profile_id: string;
}

/** A draft that can be edited. */
export type OpenDraft = DraftRow & { draft_id: string; base: NonNullable<DraftRow["base"]> };

/** Copies a page into a draft. A page has one, so that asking twice makes one. */
export async function createPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<PageDraft> {
  return withCreationLimit(ctx, () =>
    ctx.write(async (ctx) => {
      const { page, known } = await lockDraft(ctx, profile_id);
      if (known?.draft_id) return toDraft(ctx, known);
      const { profile, ids } = await copyRows(ctx, { from: page.id, to: await copyAsDraft(ctx, page) });
      const copy = { draft_id: profile.id, copies: await copiesOf(ctx, ids) };
      const row: DraftRow = {
        ...(known ?? unplanned(ctx, page.id)),
        ...copy,
        base: await readDraft(ctx, copy),
        made_by: actorId(ctx),
        made_at: ctx.now().toISOString(),
      };
      await upsertDraft(ctx.db, row);
      await ctx.announce(pageDraftMade, { subject: page.id, payload: { draft_id: copy.draft_id } });
      return toDraft(ctx, row);
    }),
  );
}

const unplanned = (ctx: Ctx, profile_id: string) => ({
  profile_id,
  user_id: ctx.account,
  publish_at: null,
  revert_at: null,
  before: null,
  after: null,
});

/** Returns the draft of a page that's there, or its return that's planned. */
export async function findOpenDraft(ctx: Ctx, profile_id: string): Promise<DraftRow | undefined> {
  const found = await findDraft(ctx.db, { account: ctx.account, profile_id });
  if (!found || found.has_copy) return found?.row;
  const { row } = found;
  return row.before === null ? undefined : { ...row, draft_id: null, base: null, publish_at: null };
}

/** Locks the page of a draft along with all of its account's, which is what all changes wait for. */
export async function lockDraft(
  ctx: Ctx,
  profile_id: string,
): Promise<{ page: ProfileRow; known: DraftRow | undefined }> {
  await requireProfile(ctx, profile_id);
  const found = await findOpenDraft(ctx, profile_id);
  const page = await lockProfileInAccount(ctx, found?.profile_id ?? profile_id);
  return { page, known: await findOpenDraft(ctx, page.id) };
}

export async function requireDraft(ctx: Ctx, profile_id: string): Promise<OpenDraft> {
  const { known } = await lockDraft(ctx, profile_id);
  if (!known?.draft_id || !known.base) throw failure(PAGE_DRAFT_ERRORS, "PAGE_DRAFT_NOT_FOUND");
  return { ...known, draft_id: known.draft_id, base: known.base };
}

export async function toDraft(ctx: Ctx, row: DraftRow): Promise<PageDraft> {
  const { profile_id, draft_id, base, copies, publish_at, revert_at, before } = row;
  const { name } = await requireProfile(ctx, profile_id);
  const isMine = draft_id !== null && canAccessProfile(ctx, draft_id);
  const changes = isMine && base ? pageChanges(base, await readDraft(ctx, { draft_id, copies })) : null;
  return {
    profile_id,
    page_name: name,
    draft_id: isMine ? draft_id : null,
    changes,
    publish_at,
    revert_at,
    is_live: before !== null,
  };
}

export async function getPageDraft(ctx: Ctx, { profile_id }: OfPage): Promise<{ draft: PageDraft | null }> {
  await requireProfile(ctx, profile_id);
  const row = await findOpenDraft(ctx, profile_id);
  return { draft: row ? await toDraft(ctx, row) : null };
}

/** What's planned stays undone, and what's public stays so. */
export const CALM = { publish_at: null, revert_at: null, before: null, after: null } as const;

/** Cancels what's planned. Doing so again changes nothing. */
export async function cancelPageDraft(
  ctx: Ctx,
  { profile_id }: OfPage,
): Promise<{ draft: PageDraft | null }> {
  return ctx.write(async (ctx) => {
    const { page, known } = await lockDraft(ctx, profile_id);
    if (!known) return { draft: null };
    if (known.publish_at !== null || known.before !== null)
      await ctx.announce(pageDraftCanceled, { subject: page.id, payload: {} });
    return { draft: await keepDraft(ctx, { ...known, ...CALM }) };
  });
}

/** Saves what's left of a draft, if anything is. */
export async function keepDraft(ctx: Ctx, row: DraftRow): Promise<PageDraft | null> {
  const isOver = row.draft_id === null && row.before === null;
  if (isOver) await deleteDraft(ctx.db, { account: ctx.account, profile_id: row.profile_id });
  else await upsertDraft(ctx.db, row);
  return isOver ? null : toDraft(ctx, row);
}

/**
 * Moves a draft to the trash. Until there's a new one, restoring it there brings it back as the draft. Without one, this
 * changes nothing.
 */
export async function discardPageDraft(
  ctx: Ctx,
  { profile_id }: OfPage,
): Promise<{ draft: PageDraft | null }> {
  return ctx.write(async (ctx) => {
    const { page, known: row } = await lockDraft(ctx, profile_id);
    if (row?.draft_id) {
      await deleteProfile(ctx, { id: row.draft_id });
      await upsertDraft(ctx.db, row.before === null ? { ...row, ...CALM } : row);
      await ctx.announce(pageDraftDiscarded, { subject: page.id, payload: {} });
    }
    const left = await findOpenDraft(ctx, page.id);
    return { draft: left ? await toDraft(ctx, left) : null };
  });
}

export async function purgePageDrafts({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteDraftsWith(db, subject);
}
