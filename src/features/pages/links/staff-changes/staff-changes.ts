/*
 * What staff do to many pages or links at once, of any accounts: hide them, label them as adult content, or take that
 * back. What it's about is written down first. A job then does account by account, each in one transaction with what its
 * owner is told, so that a kill does nothing half and tells nobody twice. It can be undone once.
 */
import * as z from "zod";
import { canActOn } from "#src/features/identity/accounts/rules.ts";
import type { StaffMarkName } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { type MarkWanted, markPages } from "#src/features/pages/profiles/staff-marks/staff-marks.ts";
import { STAFF_ROLES } from "#src/lib/access.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { addDays } from "#src/lib/time.ts";
import { type Platform, type StaffCtx, staffCtx, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { staffChangeEnded, staffChangeStarted } from "../events.ts";
import { markLinks } from "../staff-marks/staff-marks.ts";
import { fileTargets, labelsOf, parseHost, urlKey } from "../targets/targets.ts";
import { type ChangeExtent, STAFF_CHANGE_ERRORS, type StaffChange } from "./change-contract.ts";
import {
  type ChangeOf,
  type ChangeRow,
  type ChangeTarget,
  countItems,
  findChange,
  findExtent,
  findStarter,
  type Item,
  insertChange,
  insertItems,
  insertItemsUndoing,
  listChanges,
  listNextItems,
  lockChange,
  lockRunningChange,
  purgeChangesBefore,
  updateChange,
} from "./change-store.ts";

/** Accounts in one transaction. */
const ACCOUNTS_AT_ONCE = 20;
const CHANGES_LISTED = 20;
const CHANGE_DAYS_KEPT = 90;

const oneChange = z.object({ id: z.string() });

export const staffChangeJob: JobType<z.output<typeof oneChange>> = {
  name: "links.staff-change",
  class: "bulk",
  data: oneChange,
};

/** What staff picked: rows, all links to a host and to what's below it, or all to one address. */
export type PickedTarget = { ids: readonly string[] } | { host: string } | { url: string };

export interface StaffChangeWanted {
  id: string;
  of: ChangeOf;
  mark: StaffMarkName;
  is_on: boolean;
  reason: string;
  dry_run: boolean;
  target: PickedTarget;
}

/** Starts it, or with `dry_run` says how many it's about and whose they are. The same id changes nothing twice. */
export async function startStaffChange(ctx: StaffCtx, wanted: StaffChangeWanted): Promise<ChangeExtent> {
  const { id, of, mark, is_on, dry_run } = wanted;
  const reason = wanted.reason.trim();
  if (!dry_run && reason === "") throw failure(STAFF_CHANGE_ERRORS, "STAFF_REASON_MISSING");
  const { target, host } = parseTarget(wanted.target);
  // Links of the last seconds are part of it, too.
  if (host !== null || "url_key" in target) await fileTargets(ctx);
  return ctx.write(async (ctx) => {
    const meant = { of, mark, isOn: is_on, target, spared: sparedFor(ctx) };
    const known = dry_run ? undefined : await findChange(ctx.db, id);
    if (known) return { ...NOTHING, total: known.total, accounts: known.accounts, change: toChange(known) };
    const extent = await findExtent(ctx.db, meant);
    if (dry_run || extent.total === 0) return { ...extent, change: null };
    const { total, accounts } = extent;
    const fields = { id, of, mark, is_on, reason, host, total, accounts };
    const row = await insertChange(ctx.db, { ...fields, ...startOf(ctx) });
    if (!row) return { ...extent, change: null };
    await insertItems(ctx.db, id, meant);
    await begin(ctx, row);
    return { ...extent, change: toChange(row) };
  });
}

const NOTHING = { total: 0, accounts: 0, spared: 0, examples: [] };

function parseTarget(picked: PickedTarget): { target: ChangeTarget; host: string | null } {
  if ("ids" in picked) return { target: { ids: picked.ids.filter(isId) }, host: null };
  if ("host" in picked) {
    const host = parseHost(picked.host);
    if (host === undefined) throw failure(STAFF_CHANGE_ERRORS, "HOST_INVALID");
    return { target: { labels: labelsOf(host) }, host };
  }
  const url_key = urlKey(picked.url);
  if (url_key === undefined) throw failure(STAFF_CHANGE_ERRORS, "ADDRESS_INVALID");
  return { target: { url_key }, host: null };
}

/** Whose pages and links whoever asks can't decide about. */
function sparedFor({ actor }: StaffCtx): string[] {
  return actor.type === "staff" ? STAFF_ROLES.filter((role) => !canActOn(actor.role, role)) : [];
}

const startOf = ({ actor, now }: StaffCtx) => ({
  started_by: actor.type === "staff" ? actor.person.id : null,
  started_at: now().toISOString(),
});

async function begin(ctx: StaffCtx, { id, of, mark, is_on, reason, host, total }: ChangeRow): Promise<void> {
  await ctx.enqueue(staffChangeJob, { id });
  const payload = { of, mark, is_on, reason, host, count: total };
  await ctx.announce(staffChangeStarted, { account: INSTANCE, subject: id, payload });
}

/** Takes back what a change did and nobody changed since, once. Owners are told of this, too. */
export async function undoStaffChange(
  ctx: StaffCtx,
  { id, of, reason }: { id: string; of: ChangeOf; reason: string },
): Promise<StaffChange> {
  if (reason.trim() === "") throw failure(STAFF_CHANGE_ERRORS, "STAFF_REASON_MISSING");
  return ctx.write(async (ctx) => {
    const done = isId(id) ? await lockChange(ctx.db, id) : undefined;
    if (!done || done.of !== of) throw failure(STAFF_CHANGE_ERRORS, "CHANGE_NOT_FOUND");
    if (done.undone_by !== null || done.undoes !== null) throw failure(STAFF_CHANGE_ERRORS, "CHANGE_UNDONE");
    if (done.ended_at === null) throw failure(STAFF_CHANGE_ERRORS, "CHANGE_RUNNING");
    const undo = ctx.newId();
    await insertItemsUndoing(ctx.db, undo, done);
    const row = await insertChange(ctx.db, {
      id: undo,
      of,
      mark: done.mark,
      is_on: !done.is_on,
      reason: reason.trim(),
      host: done.host,
      ...(await countItems(ctx.db, undo)),
      undoes: done.id,
      ...startOf(ctx),
    });
    if (!row) throw failure(STAFF_CHANGE_ERRORS, "CHANGE_UNDONE");
    await updateChange(ctx.db, done.id, { undone_by: undo });
    await begin(ctx, row);
    return toChange(row);
  });
}

export async function listStaffChanges({ db }: StaffCtx, of: ChangeOf): Promise<{ items: StaffChange[] }> {
  return { items: (await listChanges(db, { of, most: CHANGES_LISTED })).map(toChange) };
}

export async function getStaffChange(
  { db }: StaffCtx,
  { id, of }: { id: string; of: ChangeOf },
): Promise<StaffChange> {
  const row = isId(id) ? await findChange(db, id) : undefined;
  if (!row || row.of !== of) throw failure(STAFF_CHANGE_ERRORS, "CHANGE_NOT_FOUND");
  return toChange(row);
}

/** Goes on after the last account that's done. */
export async function runStaffChange(platform: Platform, { id }: { id: string }): Promise<void> {
  let isOver = false;
  while (!isOver) {
    platform.abortSignal.throwIfAborted();
    isOver = await platform.write((ctx) => changeSome(ctx, id));
  }
}

async function changeSome(platform: Platform, id: string): Promise<boolean> {
  const row = await lockRunningChange(platform.db, id);
  if (!row) return true;
  const ctx = await actingFor(platform, row);
  const items = await listNextItems(ctx.db, row, ACCOUNTS_AT_ONCE);
  const last = items.at(-1);
  if (!last) {
    await updateChange(ctx.db, id, { ended_at: ctx.now().toISOString() });
    const payload = { of: row.of, count: row.done };
    await ctx.announce(staffChangeEnded, { account: INSTANCE, subject: id, payload });
    return true;
  }
  const changed = await markItems(ctx, row, items);
  await updateChange(ctx.db, id, { cursor: last.account, done: row.done + changed });
  return false;
}

/** In the name of whoever started it, if they're still staff. */
async function actingFor(platform: Platform, { started_by }: ChangeRow): Promise<StaffCtx> {
  const person = started_by === null ? undefined : await findStarter(platform.db, started_by);
  const role = STAFF_ROLES.find((one) => one === person?.role);
  if (!person || !role) return systemCtx(platform, { job: staffChangeJob.name, account: INSTANCE });
  return staffCtx(platform, { person, role, sessionId: "" });
}

/** Marks that a change took off come back with their own reasons. */
async function markItems(ctx: StaffCtx, row: ChangeRow, items: readonly Item[]): Promise<number> {
  const mark = row.of === "pages" ? markPages : markLinks;
  const byReason = Map.groupBy(
    items,
    ({ before }) => (row.undoes && row.is_on && before?.reason) || row.reason,
  );
  let changed = 0;
  for (const [reason, some] of byReason) {
    const wanted: MarkWanted = {
      mark: row.mark,
      isOn: row.is_on,
      ids: some.map(({ thing_id }) => thing_id),
      reason,
      change: row.id,
      host: row.host,
    };
    for (const count of (await mark(ctx, wanted)).values()) changed += count;
  }
  return changed;
}

export async function purgeStaffChanges({ db, now }: Platform): Promise<void> {
  await purgeChangesBefore(db, addDays(now(), -CHANGE_DAYS_KEPT));
}

function toChange(row: ChangeRow): StaffChange {
  const { id, mark, is_on, reason, host, started_at, ended_at, total, done, accounts } = row;
  return {
    id,
    mark,
    is_on,
    reason,
    host,
    started_at,
    ended_at,
    total,
    done,
    accounts,
    is_undone: row.undone_by !== null,
    is_undo: row.undoes !== null,
  };
}
