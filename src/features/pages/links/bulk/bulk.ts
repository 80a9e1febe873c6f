/*
 * Changes of many links at once: those that were picked, or everything that a search finds. Each is one transaction, and
 * can be undone as a whole for an hour.
 */
import { isDeepStrictEqual } from "node:util";
import { findAllowances, hasAllowance } from "#src/features/money/entitlements/entitlements.ts";
import { LINKS_PER_PROFILE_MAX } from "#src/features/money/entitlements/rules.ts";
import { listOwnProfiles, lockOwnProfiles } from "#src/features/pages/profiles/account-profiles.ts";
import { type ProfileRow, recordLinkCount } from "#src/features/pages/profiles/profiles.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, type Platform } from "#src/platform/context.ts";
import { purgeInBatches, undoableSince } from "#src/platform/db/bulk.ts";
import { parseSchedule } from "../access.ts";
import { LINK_ERRORS } from "../contract.ts";
import { linksChanged, linksChangeUndone } from "../events.ts";
import { recordVersions } from "../history/history.ts";
import { listRows } from "../page-rows.ts";
import { countsAsLink } from "../rows-rules.ts";
import { selectedLinks } from "../search/search.ts";
import { keepHidden } from "../staff-marks/staff-marks.ts";
import { cleanFolder, cleanTag } from "../tag-rules.ts";
import { type ChangeMany, LINK_BULK_ERRORS } from "./bulk-contract.ts";
import {
  type BulkRow,
  changesPages,
  examplesOf,
  fitsIn,
  isOnlyInDashboard,
  type LinkAction,
  type LinkChange,
  type PageRoom,
  planChange,
  roomOf,
  SELECTED_MAX,
  type Written,
} from "./bulk-rules.ts";
import {
  countLinksOn,
  countRecorded,
  deleteChanges,
  insertChanges,
  listSelectedRows,
  listUndoableChanges,
  lockRows,
  purgeChanges,
  type RecordedChange,
  updatePlaces,
  updateRows,
} from "./bulk-store.ts";
import { parseDomain } from "./domain-rules.ts";
import { findLooping, withoutLoops } from "./looping-links.ts";

/** Changes the selected links, or with `dry_run` says what would change. The same `undo_id` changes nothing twice. */
export async function changeLinks(ctx: Ctx, { selection, change, dry_run, undo_id }: ChangeMany) {
  return ctx.write(async (ctx) => {
    const pages = await (dry_run ? listOwnProfiles(ctx) : lockOwnProfiles(ctx));
    const filter = await selectedLinks(ctx, selection, pages);
    const done = dry_run
      ? 0
      : await countRecorded(ctx.db, { ...undoOf(ctx, undo_id), since: undoableSince(ctx) });
    if (done > 0) return { count: done, skipped: [], until: filter.until, examples: [] };
    const rows = await listSelectedRows(ctx.db, filter, { isLocking: !dry_run });
    if (rows.length > SELECTED_MAX) throw failure(LINK_BULK_ERRORS, "TOO_MANY_LINKS");
    const plan = planChange(rows, await parseChange(ctx, change, pages));
    const { changes, skipped } = await withoutLoops(ctx, plan, pages);
    if (!dry_run) {
      const { action } = change;
      const written = changes.map(({ row, ...change }) => ({
        ...change,
        id: row.id,
        profile_id: row.profile_id,
      }));
      await write(ctx, written, { action, pages, isUndo: false });
      const by = actorId(ctx);
      const recorded = written.map(({ id, before, after }) => ({ id, action, by, before, after }));
      await insertChanges(ctx.db, { ...undoOf(ctx, undo_id), at: ctx.now().toISOString() }, recorded);
    }
    const missing = "ids" in selection ? new Set(selection.ids).size - rows.length : 0;
    return {
      count: changes.length,
      skipped: missing > 0 ? [...skipped, { reason: "not found", count: missing }] : skipped,
      until: filter.until,
      examples: examplesOf(change.action, changes),
    };
  });
}

const undoOf = ({ account }: Ctx, undoId: string) => ({ account, undoId });

async function parseChange(
  ctx: Ctx,
  input: ChangeMany["change"],
  pages: readonly ProfileRow[],
): Promise<LinkChange> {
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
        throw failure(LINK_BULK_ERRORS, "DOMAIN_INVALID", {
          data: { field: from === undefined ? "from" : "to" },
        });
      return { action: "replace_domain", from, to };
    }
    default:
      return input;
  }
}

/** Links that move within an account don't add to what the account as a whole may have. */
async function findPageRoom(ctx: Ctx, id: string, pages: readonly ProfileRow[]): Promise<PageRoom> {
  const page = pages.find((one) => one.id === id.toLowerCase());
  if (!page) throw failure(LINK_ERRORS, "PROFILE_NOT_FOUND");
  const { links_per_profile } = await findAllowances(ctx, ctx.account);
  const rows = await listRows(ctx, page);
  return roomOf(page.id, {
    rows,
    linksMax: links_per_profile.limit ?? LINKS_PER_PROFILE_MAX,
    hasDomain: page.domain !== null,
  });
}

interface Change {
  id: string;
  /** The page that it's on before the change. */
  profile_id: string;
  before: Written;
  after: Written;
}

interface Writing {
  action: LinkAction;
  pages: readonly ProfileRow[];
  isUndo: boolean;
}

/** Writes changes, counts links again where their number changed, and says once what has happened. */
async function write(
  ctx: Ctx,
  changes: readonly Change[],
  { action, pages, isUndo }: Writing,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, after }) => ({ id, written: after }));
  await updateRows(ctx.db, rows, { account: ctx.account, action, at: ctx.now().toISOString() });
  if (action === "move")
    await updatePlaces(
      ctx.db,
      changes.map(({ id }) => id),
    );
  if (!changesPages(action)) await recordVersions(ctx, changes.map(historyOf(ctx)));
  const ids = new Set(
    changes.flatMap(({ profile_id, after }) => [profile_id, after.profile_id ?? profile_id]),
  );
  const touched = pages.filter(({ id }) => ids.has(id));
  if (!isOnlyInDashboard(action)) await keepHidden(ctx, [...ids]);
  if (changesPages(action)) {
    const counts = await countLinksOn(ctx.db, [...ids]);
    for (const page of touched) await recordLinkCount(ctx, page, counts.get(page.id) ?? 0);
  } else if (!isOnlyInDashboard(action))
    for (const { id, username } of touched)
      await ctx.invalidate(pageChanged, { profile_id: id, usernames: [username] });
  const payload = { action, count: changes.length, profile_ids: [...ids] };
  await ctx.announce(isUndo ? linksChangeUndone : linksChanged, { subject: ctx.account, payload });
}

const historyOf =
  ({ account }: Ctx) =>
  ({ id, profile_id, before, after }: Change) => {
    const changes = Object.fromEntries(
      Object.entries(after).filter(
        ([field, value]) => !isDeepStrictEqual(value, before[field as keyof Written]),
      ),
    );
    return { row: { ...before, id, profile_id, user_id: account }, changes };
  };

export async function listChanges(ctx: Ctx) {
  const by = actorId(ctx) ?? "";
  const items = await listUndoableChanges(ctx.db, { account: ctx.account, since: undoableSince(ctx), by });
  return { items: items.map(({ kind, ...item }) => ({ ...item, action: kind as LinkAction })) };
}

/**
 * Undoes a change of many links. What somebody changed since stays as it is now, and so does what doesn't fit on its
 * page anymore, for which this can be called again.
 */
export async function undoLinksChange(ctx: Ctx, { undo_id }: { undo_id: string }) {
  return ctx.write(async (ctx) => {
    const pages = await lockOwnProfiles(ctx);
    const undo = undoOf(ctx, undo_id);
    const recorded = await deleteChanges(ctx.db, { ...undo, since: undoableSince(ctx) });
    const [first] = recorded;
    if (!first) throw failure(LINK_BULK_ERRORS, "UNDO_TOO_LATE");
    const ids = recorded.map(({ id }) => id);
    const rows = new Map((await lockRows(ctx.db, ctx.account, ids)).map((row) => [row.id, row]));
    const own = new Set(pages.map(({ id }) => id));
    const known = recorded.flatMap((change): Returning[] => {
      const row = rows.get(change.id);
      return row ? [{ row, change }] : [];
    });
    // Those on pages that somebody may not work on are for others to undo.
    const others = known.filter(
      ({ row, change: { before } }) =>
        !own.has(row.profile_id) || !own.has(before.profile_id ?? row.profile_id),
    );
    if (others.length === recorded.length) throw failure(LINK_BULK_ERRORS, "UNDO_TOO_LATE");
    const untouched = known.filter((one) => !others.includes(one) && isUntouched(one.row, one.change));
    const returns = untouched.map(({ row, change }) => ({ row, after: change.before }));
    const looping = await findLooping(ctx, returns, pages);
    const same = untouched.filter(({ row }) => !looping.has(row));
    const full = changesPages(first.action) ? await findFull(ctx, same, pages) : new Set<Returning>();
    const left = [...others, ...full].map(({ change }) => change);
    if (left.length > 0) await insertChanges(ctx.db, { ...undo, at: ctx.now().toISOString() }, left);
    const back = same.filter((one) => !full.has(one));
    const reversed = back.map(({ row, change: { id, before, after } }): Change => {
      return { id, profile_id: row.profile_id, before: after, after: before };
    });
    await write(ctx, reversed, { action: first.action, pages, isUndo: true });
    return { restored: back.length, taken: recorded.length - same.length - others.length, full: full.size };
  });
}

interface Returning {
  row: BulkRow;
  change: RecordedChange;
}

function isUntouched(row: BulkRow, { after }: RecordedChange): boolean {
  const now = Object.fromEntries(Object.keys(after).map((field) => [field, row[field as keyof BulkRow]]));
  return isDeepStrictEqual(now, after);
}

/** Finds what would come back to pages, or to an account, that have no room for it by now. */
async function findFull(
  ctx: Ctx,
  returning: readonly Returning[],
  pages: readonly ProfileRow[],
): Promise<Set<Returning>> {
  const full = new Set<Returning>();
  let links = 0;
  const pageOf = ({ row, change }: Returning) => change.before.profile_id ?? row.profile_id;
  for (const [id, coming] of Map.groupBy(returning, pageOf)) {
    const rows = coming.map(({ row }) => row);
    const adding = rows.filter((row) => row.deleted_at !== null && countsAsLink(row)).length;
    const fits =
      fitsIn(await findPageRoom(ctx, id, pages), rows) &&
      (adding === 0 || (await hasAllowance(ctx, "links", { adding: links + adding })));
    if (fits) links += adding;
    else for (const one of coming) full.add(one);
  }
  return full;
}

export { removeLinks, restoreLinks } from "./removals.ts";

/** Forgets how links were before changes that can't be undone anymore. */
export async function purgeOldChanges(platform: Platform): Promise<void> {
  const before = undoableSince(platform);
  await purgeInBatches(platform, ({ db }) => purgeChanges(db, before));
}
