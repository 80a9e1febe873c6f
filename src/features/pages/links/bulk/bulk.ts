/*
 * Changes of many links at once: those that were picked, or everything that a search finds. Each is one transaction, and
 * can be undone as a whole for an hour.
 */
import { isDeepStrictEqual } from "node:util";
import type { InferContractRouterInputs } from "@orpc/contract";
import { findAllowances } from "#src/features/money/entitlements/entitlements.ts";
import { LINKS_PER_PROFILE_MAX } from "#src/features/money/entitlements/rules.ts";
import { listOwnProfiles, lockOwnProfiles } from "#src/features/pages/profiles/account-profiles.ts";
import { type ProfileRow, recordLinkCount } from "#src/features/pages/profiles/profiles.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, type Platform } from "#src/platform/context.ts";
import { purgeInBatches, undoableSince } from "#src/platform/db/bulk.ts";
import { parseSchedule } from "../access.ts";
import { LINK_ERRORS } from "../contract.ts";
import { linksChanged, linksChangeUndone } from "../events.ts";
import { listRows, requireRoom } from "../page-rows.ts";
import { selectedLinks } from "../search/search.ts";
import { cleanFolder, cleanTag } from "../tag-rules.ts";
import { LINK_BULK_ERRORS, type linkBulkContract, type LinkChangeInput } from "./bulk-contract.ts";
import {
  type BulkRow,
  changesPages,
  examplesOf,
  isOnlyInDashboard,
  type LinkAction,
  type LinkChange,
  parseDomain,
  planChange,
  roomOf,
  SELECTED_MAX,
  type Written,
} from "./bulk-rules.ts";
import {
  countLinksOn,
  countRecorded,
  listSelectedRows,
  listUndoableChanges,
  lockRows,
  purgeChanges,
  type RecordedChange,
  recordChanges,
  takeChanges,
  updateRows,
} from "./bulk-store.ts";

type Inputs = InferContractRouterInputs<typeof linkBulkContract>;

/** Changes the selected links, or with `dry_run` says what would change. The same `undo_id` changes nothing twice. */
export async function changeLinks(ctx: Ctx, { selection, change, dry_run, undo_id }: Inputs["changeMany"]) {
  return ctx.write(async (ctx) => {
    const pages = await (dry_run ? listOwnProfiles(ctx) : lockOwnProfiles(ctx));
    const filter = await selectedLinks(ctx, selection, pages);
    const action = { account: ctx.account, undoId: undo_id, since: undoableSince(ctx) };
    const done = dry_run ? 0 : await countRecorded(ctx.db, action);
    if (done > 0) return { count: done, skipped: [], until: filter.until, examples: [] };
    const rows = await listSelectedRows(ctx.db, filter, { isLocking: !dry_run });
    if (rows.length > SELECTED_MAX) throw failure(LINK_BULK_ERRORS, "TOO_MANY_LINKS");
    const { changes, skipped } = planChange(rows, await parseChange(ctx, change, pages));
    const missing = "ids" in selection ? new Set(selection.ids).size - rows.length : 0;
    if (!dry_run) {
      const removal = { account: ctx.account, undoId: undo_id, at: ctx.now().toISOString() };
      const recorded = changes.map(({ row, before, after }): RecordedChange => {
        return { id: row.id, action: change.action, by: actorId(ctx), before, after };
      });
      await write(ctx, recorded, { action: change.action, pages, isUndo: false });
      await recordChanges(ctx.db, removal, recorded);
    }
    return {
      count: changes.length,
      skipped: missing > 0 ? [...skipped, { reason: "not found", count: missing }] : skipped,
      until: filter.until,
      examples: examplesOf(change.action, changes),
    };
  });
}

async function parseChange(ctx: Ctx, input: LinkChangeInput, pages: readonly ProfileRow[]): Promise<LinkChange> {
  switch (input.action) {
    case "tag":
    case "untag":
      return { action: input.action, tag: cleanTag(input.tag) };
    case "folder":
      return { action: "folder", folder: cleanFolder(input.folder) };
    case "schedule":
      return { action: "schedule", schedule: parseSchedule(input.schedule) };
    case "delete":
      return { action: "delete", at: ctx.now().toISOString() };
    case "move":
      return { action: "move", room: await findPageRoom(ctx, input.profile_id, pages) };
    case "replace_domain": {
      const [from, to] = [parseDomain(input.from), parseDomain(input.to)];
      if (from === undefined || to === undefined)
        throw failure(LINK_BULK_ERRORS, "DOMAIN_INVALID", { data: { field: from === undefined ? "from" : "to" } });
      return { action: "replace_domain", from, to };
    }
    default:
      return input;
  }
}

/** Links that move within an account don't add to what the account as a whole may have. */
async function findPageRoom(ctx: Ctx, id: string, pages: readonly ProfileRow[]) {
  const page = pages.find((one) => one.id === id.toLowerCase());
  if (!page) throw failure(LINK_ERRORS, "PROFILE_NOT_FOUND");
  const { links_per_profile } = await findAllowances(ctx, ctx.account);
  const rows = await listRows(ctx, page);
  return roomOf(page.id, { rows, linksMax: links_per_profile.limit ?? LINKS_PER_PROFILE_MAX });
}

interface Writing {
  action: LinkAction;
  pages: readonly ProfileRow[];
  isUndo: boolean;
}

/** Writes changes, counts links again where their number changed, and says once what has happened. */
async function write(
  ctx: Ctx,
  changes: readonly Pick<RecordedChange, "id" | "before" | "after">[],
  { action, pages, isUndo }: Writing,
): Promise<void> {
  if (changes.length === 0) return;
  const at = ctx.now().toISOString();
  const rows = changes.map(({ id, after }) => ({ id, written: after }));
  const touched = await touchedPages(ctx, changes, pages);
  await updateRows(ctx.db, rows, { account: ctx.account, action, at });
  if (changesPages(action)) {
    const counts = await countLinksOn(ctx.db, touched.map(({ id }) => id));
    for (const page of touched) await recordLinkCount(ctx, page, counts.get(page.id) ?? 0);
  } else if (!isOnlyInDashboard(action))
    for (const { id, username } of touched)
      await ctx.invalidate(pageChanged, { profile_id: id, usernames: [username] });
  const payload = { action, count: changes.length, profile_ids: touched.map(({ id }) => id) };
  await ctx.announce(isUndo ? linksChangeUndone : linksChanged, { subject: ctx.account, payload });
}

/** The pages that these links are on, before and after. */
async function touchedPages(
  ctx: Ctx,
  changes: readonly Pick<RecordedChange, "id" | "before" | "after">[],
  pages: readonly ProfileRow[],
): Promise<ProfileRow[]> {
  const stored = await lockRows(ctx.db, ctx.account, changes.map(({ id }) => id));
  const ids = new Set(stored.map(({ profile_id }) => profile_id));
  for (const { before, after } of changes)
    for (const id of [before.profile_id, after.profile_id]) if (id) ids.add(id);
  return pages.filter(({ id }) => ids.has(id));
}

export async function listChanges(ctx: Ctx) {
  const of = { account: ctx.account, since: undoableSince(ctx), by: actorId(ctx) };
  const items = await listUndoableChanges(ctx.db, of);
  return { items: items.map(({ kind, ...item }) => ({ ...item, action: kind as LinkAction })) };
}

/**
 * Undoes a change of many links. What somebody changed since stays as it is now, and so does what doesn't fit on its
 * page anymore, for which this can be called again.
 */
export async function undoLinksChange(ctx: Ctx, { undo_id }: Inputs["undoMany"]) {
  return ctx.write(async (ctx) => {
    const pages = await lockOwnProfiles(ctx);
    const of = { account: ctx.account, undoId: undo_id };
    const recorded = await takeChanges(ctx.db, { ...of, since: undoableSince(ctx) });
    const [first] = recorded;
    if (!first) throw failure(LINK_BULK_ERRORS, "UNDO_TOO_LATE");
    const stored = await lockRows(ctx.db, ctx.account, recorded.map(({ id }) => id));
    const rows = new Map(stored.map((row) => [row.id, row]));
    const mine = new Set(pages.map(({ id }) => id));
    const isOpen = ({ profile_id }: BulkRow, { before }: RecordedChange) =>
      mine.has(profile_id) && mine.has(before.profile_id ?? profile_id);
    const same = recorded.filter((change) => {
      const row = rows.get(change.id);
      return row !== undefined && isOpen(row, change) && isUntouched(row, change);
    });
    const full = changesPages(first.action) ? await findFull(ctx, same, { rows, pages }) : new Set<RecordedChange>();
    const back = same.filter((change) => !full.has(change));
    await recordChanges(ctx.db, { ...of, at: ctx.now().toISOString() }, [...full]);
    await write(ctx, back.map(reversed), { action: first.action, pages, isUndo: true });
    return { restored: back.length, taken: recorded.length - same.length, full: full.size };
  });
}

function isUntouched(row: BulkRow, { after }: RecordedChange): boolean {
  const now = Object.fromEntries(Object.keys(after).map((field) => [field, row[field as keyof BulkRow]]));
  return isDeepStrictEqual(now, after);
}

function reversed({ id, before, after }: RecordedChange): { id: string; before: Written; after: Written } {
  return { id, before: after, after: before };
}

interface Known {
  rows: ReadonlyMap<string, BulkRow>;
  pages: readonly ProfileRow[];
}

/** Finds what comes back to pages that are full by now, by the same rules as a single link that's restored. */
async function findFull(
  ctx: Ctx,
  changes: readonly RecordedChange[],
  { rows, pages }: Known,
): Promise<Set<RecordedChange>> {
  const pageOf = ({ id, before }: RecordedChange) => before.profile_id ?? rows.get(id)?.profile_id ?? "";
  const full = new Set<RecordedChange>();
  for (const [id, coming] of Map.groupBy(changes, pageOf)) {
    const page = pages.find((one) => one.id === id);
    const adding = coming.flatMap((change) => rows.get(change.id) ?? []).map((row) => ({ ...row, profile_id: id }));
    if (!page || !(await fits(ctx, page, adding))) for (const change of coming) full.add(change);
  }
  return full;
}

async function fits(ctx: Ctx, page: ProfileRow, adding: readonly BulkRow[]): Promise<boolean> {
  try {
    await requireRoom(ctx, { rows: await listRows(ctx, page), adding });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Forgets how links were before changes that can't be undone anymore. */
export async function purgeOldChanges(platform: Platform): Promise<void> {
  const before = undoableSince(platform);
  await purgeInBatches(platform, ({ db }) => purgeChanges(db, before));
}
