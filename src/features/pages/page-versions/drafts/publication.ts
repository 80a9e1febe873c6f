/* Makes pages like their drafts, and back, by the verbs that people use: limits hold, and each change is announced. */
import { requirePermission } from "#src/features/identity/team/team.ts";
import { updateLink } from "#src/features/pages/links/links.ts";
import { lockProfileInAccount } from "#src/features/pages/profiles/profiles.ts";
import { deleteProfile } from "#src/features/pages/profiles/trash/trash.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { isSameTime } from "#src/lib/time.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { pageDraftMissed, pageDraftPublished, pageDraftReverted, pageDraftScheduled } from "../events.ts";
import type { PageState } from "../page-state.ts";
import { keepPageVersion, readPage } from "../page-versions.ts";
import { applyPage } from "../restoration.ts";
import { PAGE_DRAFT_ERRORS, type Published } from "./draft-contract.ts";
import { type DraftJob, draftJob, enqueueTurn } from "./draft-job.ts";
import { newLocksOf, readDraft } from "./draft-state.ts";
import {
  type DraftRow,
  deleteDraft,
  findDraft,
  findDraftRow,
  listOverdue,
  upsertDraft,
} from "./draft-store.ts";
import { CALM, keepDraft, type OfPage, type OpenDraft, requireDraft, toDraft } from "./drafts.ts";
import { mergePages } from "./page-merge.ts";

interface Wanted extends OfPage {
  publish_at?: string | null | undefined;
  revert_at?: string | null | undefined;
}

/** Publishes a draft, now or at a time. Until then, it can be edited. */
export async function publishPageDraft(ctx: Ctx, wanted: Wanted): Promise<Published> {
  requirePermission(ctx, "links.edit");
  return ctx.write(async (ctx) => {
    const draft = await requireDraft(ctx, wanted.profile_id);
    const row = { ...draft, ...timesOf(ctx, wanted), made_by: actorId(ctx) };
    const { profile_id, publish_at, revert_at } = row;
    if (publish_at === null) return publish(ctx, row, { why: "now", waiting: waitingReturn(draft) });
    if (draft.before !== null) throw failure(PAGE_DRAFT_ERRORS, "RETURN_PENDING");
    await upsertDraft(ctx.db, row);
    await enqueueTurn(ctx, { account: ctx.account, profile_id, does: "publish", at: publish_at });
    await ctx.announce(pageDraftScheduled, {
      subject: profile_id,
      payload: { profile_id, publish_at, revert_at },
    });
    return { draft: await toDraft(ctx, row), before: null, problems: [] };
  });
}

function timesOf(ctx: Ctx, wanted: Wanted): { publish_at: string | null; revert_at: string | null } {
  const now = ctx.now().toISOString();
  const [publish_at, revert_at] = [isoOf(wanted.publish_at), isoOf(wanted.revert_at)];
  if (publish_at !== null && publish_at <= now) throw failure(PAGE_DRAFT_ERRORS, "MOMENT_PASSED");
  if (revert_at !== null && revert_at <= (publish_at ?? now))
    throw failure(PAGE_DRAFT_ERRORS, "RETURN_TOO_EARLY");
  return { publish_at, revert_at };
}

const isoOf = (moment: string | null | undefined) => (moment ? new Date(moment).toISOString() : null);

type Why = "now" | "time" | "late";

interface Return {
  before: PageState;
  after: PageState;
}
type PlannedReturn = Return & { revert_at: string };

function waitingReturn({ before, after, revert_at }: DraftRow): PlannedReturn | undefined {
  return before && after && revert_at !== null ? { before, after, revert_at } : undefined;
}

interface Going {
  why: Why;
  /** Of the draft before this one. */
  waiting?: PlannedReturn | undefined;
}

/** What the page was is a version, so that this can be undone. What's in the trash of it can be restored. */
async function publish(ctx: Ctx, row: OpenDraft, { why, waiting }: Going): Promise<Published> {
  const { profile_id, draft_id, base, revert_at, made_by } = row;
  const version = await keepPageVersion(ctx, { profile_id, made_by });
  const before = await readPage(ctx, { profile_id });
  const page = mergePages({ base, changed: await readDraft(ctx, row), now: before });
  const hashes = await newLocksOf(ctx, row);
  await releaseNames(ctx, draft_id);
  const problems = await applyPage(ctx, { profile_id, page, hashes });
  await keepPageVersion(ctx, { profile_id, made_by });
  const after = await readPage(ctx, { profile_id });
  await deleteProfile(ctx, { id: draft_id });
  const published = { ...row, ...NO_COPY, publish_at: null };
  const left = { ...published, ...CALM, ...nextReturn({ before, after, revert_at }, waiting) };
  if (revert_at !== null)
    await enqueueTurn(ctx, { account: ctx.account, profile_id, does: "revert", at: revert_at });
  const payload = { profile_id, why, left: problems.length };
  await ctx.announce(pageDraftPublished, { subject: profile_id, payload });
  return { draft: await keepDraft(ctx, left), before: version, problems };
}

/**
 * A return that waits already leaves what this draft has changed. If this one goes back, too, both do together, and what
 * was edited on the page between them stays.
 */
function nextReturn(
  { before, after, revert_at }: Return & { revert_at: string | null },
  waiting: PlannedReturn | undefined,
): PlannedReturn | undefined {
  if (!waiting) return revert_at === null ? undefined : { before, after, revert_at };
  const returned = mergePages({ base: waiting.after, changed: waiting.before, now: before });
  if (revert_at !== null) return { before: returned, after, revert_at };
  const kept = mergePages({ base: before, changed: after, now: returned });
  return { before: kept, after, revert_at: waiting.revert_at };
}

const NO_COPY = { draft_id: null, base: null, copies: {} } as const;

/** A name is one link's, and from here on the page's. */
async function releaseNames(ctx: Ctx, draft_id: string): Promise<void> {
  const { links } = await readPage(ctx, { profile_id: draft_id });
  for (const { id, short_name } of links) if (short_name) await updateLink(ctx, { id, short_name: null });
}

/** Undoes what the draft changed. What was edited on the page since then stays. */
async function revert(ctx: Ctx, row: DraftRow, { before, after, why }: Return & { why: Why }): Promise<void> {
  const { profile_id, made_by } = row;
  await keepPageVersion(ctx, { profile_id, made_by });
  const page = mergePages({ base: after, changed: before, now: await readPage(ctx, { profile_id }) });
  const problems = await applyPage(ctx, { profile_id, page });
  await keepPageVersion(ctx, { profile_id, made_by });
  await keepDraft(ctx, { ...row, ...CALM });
  const payload = { profile_id, why, left: problems.length };
  await ctx.announce(pageDraftReverted, { subject: profile_id, payload });
}

/** A job that's later than that has waited for a server that was off. */
const LATE_MS = 5 * 60_000;

/** The job at a draft's time. Whoever comes second, or after it was canceled, finds another time in the row. */
export async function turnPage(platform: Platform, turn: DraftJob): Promise<void> {
  const ctx = systemCtx(platform, { job: draftJob.name, account: turn.account });
  try {
    await ctx.write((ctx) => doTurn(ctx, turn));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A page in the trash or without room for more links wouldn't change by trying again.
    await giveUp(ctx, turn, error.code);
  }
}

async function doTurn(ctx: Ctx, turn: DraftJob): Promise<void> {
  const { account, profile_id, does, at } = turn;
  await lockProfileInAccount(ctx, profile_id);
  const found = await findDraft(ctx.db, { account, profile_id });
  if (!found || !isPlanned(found.row, turn)) return;
  const { row, has_copy } = found;
  const why = ctx.now().getTime() - Date.parse(at) > LATE_MS ? "late" : "time";
  if (does === "revert") {
    const draft = has_copy ? row : { ...row, ...NO_COPY };
    if (row.before && row.after) await revert(ctx, draft, { before: row.before, after: row.after, why });
    return;
  }
  const { draft_id, base } = row;
  if (!has_copy || draft_id === null || base === null)
    throw failure(PAGE_DRAFT_ERRORS, "PAGE_DRAFT_NOT_FOUND");
  if (row.revert_at !== null && row.revert_at <= ctx.now().toISOString())
    throw failure(PAGE_DRAFT_ERRORS, "RETURN_TOO_EARLY");
  await publish(ctx, { ...row, draft_id, base }, { why });
}

function isPlanned({ publish_at, revert_at, before }: DraftRow, { does, at }: DraftJob): boolean {
  const planned = does === "publish" ? publish_at : before && revert_at;
  return planned !== null && isSameTime(planned, at);
}

/** Says that it won't happen, unless everything is gone. The draft stays for another time. */
async function giveUp(ctx: Ctx, turn: DraftJob, why: string): Promise<void> {
  const { account, profile_id, does: to } = turn;
  await ctx.write(async (ctx) => {
    const row = await findDraftRow(ctx.db, { account, profile_id });
    if (!row || !isPlanned(row, turn)) return;
    if (row.draft_id === null) await deleteDraft(ctx.db, { account, profile_id });
    else await upsertDraft(ctx.db, { ...row, ...CALM });
    await ctx.announce(pageDraftMissed, { subject: profile_id, payload: { profile_id, to, why } });
  });
}

/** The time after which a job that should have run is missing, as after a backup was restored. */
const MISSING_MS = 60_000;

/** Takes up what's overdue. */
export async function takeUpOverdue(platform: Platform): Promise<void> {
  const now = platform.now().getTime();
  const overdue = await listOverdue(platform.db, new Date(now - MISSING_MS).toISOString());
  for (const { user_id: account, profile_id, publish_at, revert_at } of overdue) {
    const does = publish_at === null ? "revert" : "publish";
    const at = publish_at ?? revert_at;
    if (at !== null) await enqueueTurn(platform, { account, profile_id, does, at });
  }
}
