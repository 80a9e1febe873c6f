/*
 * What staff do to many accounts at once. A job goes through them by their ids, a batch in a transaction with
 * where it is: whatever a kill undoes is done again, and nothing else.
 */

import * as z from "zod";
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { isBanned } from "#src/features/identity/accounts/rules.ts";
import { isLongBan } from "#src/features/identity/approvals/rules.ts";
import { isStaffFor, mayAct } from "#src/features/identity/team/rules.ts";
import { STAFF_ROLES } from "#src/lib/access.ts";
import { isId, isPersonId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Platform, type Staff, type StaffCtx, staffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { userChangeStarted, userChangeStopped, userChangeUndone } from "../events.ts";
import { CHANGE_AREAS, UNDO_DAYS, UNDOABLE } from "../rules.ts";
import { searchOf } from "../users.ts";
import {
  CHANGE_ERRORS,
  type Change,
  changeSchema,
  type Selection,
  selectionSchema,
  type UserChange,
} from "./change-contract.ts";
import {
  type ChangeRow,
  type Chosen,
  countChosen,
  findMaker,
  insertChange,
  insertItem,
  listChangeRows,
  listSample,
  listUndoable,
  lockChange,
  lockChosen,
  purgeChanges,
  updateChange,
  updateUndone,
} from "./change-store.ts";
import { applyChange, describeChange, undoChangeOf } from "./one-account.ts";

/** Few enough for a transaction that sends each of them an e-mail. */
const BATCH_ROWS = 25;
const SAMPLE_ROWS = 5;
const KEPT_DAYS = 30;

const ofChange = z.object({ id: z.string() });
type OfChange = z.output<typeof ofChange>;

export const userChangeJob: JobType<OfChange> = { name: "users.change", class: "bulk", data: ofChange };
export const undoUserChangeJob: JobType<OfChange> = {
  name: "users.undo-change",
  class: "bulk",
  data: ofChange,
};

interface Asked {
  selection: Selection;
  change: Change;
}

export async function previewChange(ctx: StaffCtx, asked: Asked) {
  requireAllowed(ctx, asked.change);
  const which = chosenBy(ctx, asked, ctx.now().toISOString());
  return {
    count: await countChosen(ctx.db, which),
    can_undo: UNDOABLE.includes(asked.change.kind),
    sample: await listSample(ctx.db, which, SAMPLE_ROWS),
  };
}

/** Takes a fresh proof of who asks. The same id twice is one change. */
export async function startChange(
  ctx: StaffCtx,
  { id, reason, ...asked }: Asked & { id: string; reason: string },
): Promise<UserChange> {
  const { person, sessionId } = requireAllowed(ctx, asked.change);
  if (reason === "") throw failure(CHANGE_ERRORS, "REASON_MISSING");
  await requireRecentProof(ctx, { person, sessionId });
  return ctx.write(async (ctx) => {
    const created_at = ctx.now().toISOString();
    const { change } = asked;
    const selection = storable(ctx, asked.selection);
    const total = await countChosen(ctx.db, chosenBy(ctx, { change, selection }, created_at));
    const row = {
      id,
      change,
      selection,
      reason,
      state: "running" as const,
      total,
      made_by: person.id,
      created_at,
    };
    if (await insertChange(ctx.db, row)) {
      const payload = { kind: asked.change.kind, total, reason };
      await ctx.announce(userChangeStarted, { account: INSTANCE, subject: id, payload });
      await ctx.enqueue(userChangeJob, { id }, { key: id });
    }
    return requireAnswer(ctx, id);
  });
}

export async function listChanges(ctx: StaffCtx): Promise<{ items: UserChange[] }> {
  const rows = await listChangeRows(ctx.db);
  return { items: rows.map((row) => toAnswer(ctx, row)) };
}

export async function stopChange(ctx: StaffCtx, { id }: OfChange): Promise<UserChange> {
  return ctx.write(async (ctx) => {
    const row = await requireChange(ctx, id);
    if (row.state !== "running") throw failure(CHANGE_ERRORS, "CHANGE_ENDED");
    await updateChange(ctx.db, id, { state: "stopped" });
    await ctx.announce(userChangeStopped, { account: INSTANCE, subject: id, payload: {} });
    return requireAnswer(ctx, id);
  });
}

export async function undoChange(ctx: StaffCtx, { id }: OfChange): Promise<UserChange> {
  const { person, sessionId } = requireStaff(ctx);
  await requireRecentProof(ctx, { person, sessionId });
  return ctx.write(async (ctx) => {
    const row = await requireChange(ctx, id);
    if (row.state === "undoing" || row.state === "undone") return requireAnswer(ctx, id);
    if (!isUndoable(ctx, row)) throw failure(CHANGE_ERRORS, "CHANGE_FINAL");
    await updateChange(ctx.db, id, { state: "undoing" });
    await ctx.announce(userChangeUndone, { account: INSTANCE, subject: id, payload: {} });
    await ctx.enqueue(undoUserChangeJob, { id }, { key: `${id} undo` });
    return requireAnswer(ctx, id);
  });
}

/** The job. After an interruption, it continues after the last batch that was finished. */
export async function runChange(platform: Platform, { id }: OfChange): Promise<void> {
  while (await changeBatch(platform, id)) platform.abortSignal.throwIfAborted();
}

/** False once there's nothing left to do. */
function changeBatch(platform: Platform, id: string): Promise<boolean> {
  return platform.write(async (platform) => {
    const row = await lockChange(platform.db, id);
    if (row?.state !== "running") return false;
    const { change, selection } = parse(row);
    const ctx = await actAsMaker(platform, row, change);
    const which = chosenBy(platform, { change, selection }, row.created_at);
    const people = ctx ? await lockChosen(platform.db, which, { after: row.after_id, most: BATCH_ROWS }) : [];
    for (const person of people) {
      const undo =
        ctx && (await unlessRefused(() => applyChange(ctx, { person, change, reason: row.reason })));
      if (undo) await insertItem(platform.db, { change_id: id, account: person.id, undo });
    }
    const last = people.at(-1);
    await updateChange(platform.db, id, last ? { after_id: last.id } : { state: ctx ? "done" : "stopped" });
    return last !== undefined;
  });
}

export async function runUndo(platform: Platform, { id }: OfChange): Promise<void> {
  while (await undoBatch(platform, id)) platform.abortSignal.throwIfAborted();
}

function undoBatch(platform: Platform, id: string): Promise<boolean> {
  return platform.write(async (platform) => {
    const row = await lockChange(platform.db, id);
    if (row?.state !== "undoing") return false;
    const { change } = parse(row);
    const ctx = await actAsMaker(platform, row, change);
    const items = ctx ? await listUndoable(platform.db, id, BATCH_ROWS) : [];
    for (const { account, undo } of items)
      if (ctx) await unlessRefused(() => undoChangeOf(ctx, { account, change, undo }));
    if (items.length > 0)
      await updateUndone(
        platform.db,
        id,
        items.map(({ account }) => account),
      );
    else await updateChange(platform.db, id, { state: ctx ? "undone" : "stopped" });
    return items.length > 0;
  });
}

export function purgeOldChanges({ db, now }: Platform): Promise<void> {
  return purgeChanges(db, new Date(now().getTime() - KEPT_DAYS * DAY_MS));
}

/** Somebody who did it themselves, or became staff, in the meantime is left out. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Undefined if whoever started it may not do that anymore. */
async function actAsMaker(platform: Platform, row: ChangeRow, change: Change): Promise<StaffCtx | undefined> {
  const maker = row.made_by === null ? undefined : await findMaker(platform.db, row.made_by);
  const role = STAFF_ROLES.find((known) => known === maker?.role);
  if (!maker || isBanned(maker, platform.now()) || maker.deletionDueAt !== null) return undefined;
  if (!role || !isStaffFor(role, CHANGE_AREAS[change.kind])) return undefined;
  const { id, name, email, emailVerified: email_verified } = maker;
  const person = { id, name, email, email_verified, deletion_due_at: null, role };
  return staffCtx(platform, { person, role, sessionId: "" });
}

/** Without what no account has, which the database may refuse to store. */
function storable(platform: Platform, selection: Selection): Selection {
  if ("ids" in selection) return { ids: selection.ids.filter(isPersonId) };
  const { filter, except } = selection;
  const { q } = searchOf(platform, filter);
  return { filter: { ...filter, q }, except: except.filter(isPersonId) };
}

function chosenBy(platform: Platform, { selection, change }: Asked, until: string): Chosen {
  const { kind } = change;
  const now = platform.now();
  const meant = storable(platform, selection);
  if ("ids" in meant) return { kind, until, now, ids: meant.ids };
  return { kind, until, now, search: searchOf(platform, meant.filter), except: meant.except };
}

const parse = ({ change, selection }: ChangeRow) => ({
  change: changeSchema.parse(change),
  selection: selectionSchema.parse(selection),
});

function requireAllowed(ctx: StaffCtx, change: Change): Staff {
  const staff = requireStaff(ctx);
  if (!isStaffFor(staff.role, CHANGE_AREAS[change.kind])) throw failure(CHANGE_ERRORS, "CHANGE_NOT_YOURS");
  const end = change.kind === "suspend" ? change.until : change.kind === "grant" ? change.ends_at : null;
  if (end !== null && Date.parse(end) <= ctx.now().getTime()) throw failure(CHANGE_ERRORS, "CHANGE_OVER");
  // A suspension for good takes a second member of staff for each account.
  if (change.kind === "suspend" && isLongBan(change.until, ctx.now()))
    throw failure(CHANGE_ERRORS, "CHANGE_LONG");
  return staff;
}

async function requireChange(ctx: StaffCtx, id: string): Promise<ChangeRow> {
  const row = isId(id) ? await lockChange(ctx.db, id) : undefined;
  if (!row) throw failure(CHANGE_ERRORS, "CHANGE_NOT_FOUND");
  if (!mayAct(requireStaff(ctx), CHANGE_AREAS[parse(row).change.kind], "write"))
    throw failure(CHANGE_ERRORS, "CHANGE_NOT_YOURS");
  return row;
}

async function requireAnswer(ctx: StaffCtx, id: string): Promise<UserChange> {
  const [row] = await listChangeRows(ctx.db, id);
  if (!row) throw failure(CHANGE_ERRORS, "CHANGE_NOT_FOUND");
  return toAnswer(ctx, row);
}

function isUndoable({ now }: Platform, row: ChangeRow): boolean {
  const isRecent = now().getTime() - Date.parse(row.created_at) < UNDO_DAYS * DAY_MS;
  return isRecent && row.state !== "running" && UNDOABLE.includes(parse(row).change.kind);
}

type Listed = Awaited<ReturnType<typeof listChangeRows>>[number];

function toAnswer(ctx: Platform, { row, by, changed, undone }: Listed): UserChange {
  const { id, reason, state, total, created_at } = row;
  const isOpen = state === "done" || state === "stopped";
  return {
    id,
    what: describeChange(parse(row).change),
    reason,
    state,
    total,
    changed,
    undone,
    by,
    created_at,
    can_undo: isOpen && changed > undone && isUndoable(ctx, row),
  };
}
