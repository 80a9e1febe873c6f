/*
 * Who comes into segments with a condition, and who leaves, as it happens. Triggers remember whose data changed
 * (`segment_changes`), and the commit wakes the sweep, which compares these few with every condition. Whoever
 * isn't yet, or no longer, a member gets a row and an event in the same transaction. One sweep at a time works for
 * an account, so that each transition happens once, also with many nodes and after a kill.
 *
 * Whole segments are compared as they come due: those with a time window every hour, all of them at night, and
 * all when what conditions name changes. That only finds contacts to look at; the rest is as above. Filling a new
 * or edited segment announces nobody, because nothing happened to these people: adding a segment mustn't send
 * thousands of welcomes.
 */
import { addDays } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { EVERYONE } from "./conditions/condition-rules.ts";
import { evaluationOf } from "./conditions/conditions.ts";
import { segmentEntered, segmentLeft, segmentRepaired } from "./events.ts";
import { MOVE_DAYS_KEPT, type MoveKind } from "./rules.ts";
import { listSegmentRows, listTrue, type SegmentRow, updateSegmentRow } from "./store.ts";
import {
  AT_ONCE,
  deleteChanges,
  deleteKnownMembers,
  deleteUnmatched,
  insertDifferences,
  insertKnownMembers,
  insertMatching,
  insertMoves,
  listAccountsToSweep,
  listChanged,
  listChangeIds,
  listFollowedAccounts,
  listKnownMembers,
  lockDueSegments,
  type Membership,
  purgeMoves,
  updateDue,
} from "./sweep-store.ts";
import { byDependency, isTimed } from "./watch-rules.ts";

const JOB = "segments.sweep";
/** Changes that one transaction takes, so that it stays short even if all of them come and leave. */
const CHANGES = 500;
/** If it goes wrong with so many contacts, it's the segment that's wrong. */
const BROKEN_MAX = 10;
const FILLED_ROWS = 20_000;
const PURGED_ROWS = 1000;
const HOUR_MS = 3_600_000;
/** Transactions that were open when a segment was saved didn't know that it asks about them. */
const SECOND_LOOK_MS = 60_000;

/** Brings all accounts' segments up to date. Accounts take turns, so that a busy one delays only itself. */
export async function sweepSegments(platform: Platform): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const accounts = await listAccountsToSweep(platform.db, platform.now().toISOString());
    const next = accounts.filter((account) => !failed.has(account));
    if (next.length === 0) return;
    for (const account of next) {
      if (platform.abortSignal.aborted) return;
      try {
        await sweepAccount(systemCtx(platform, { job: JOB, account }));
      } catch (error) {
        failed.add(account);
        platform.log.error({ err: error, account }, "an account's segments aren't up to date");
      }
    }
  }
}

/** One step: some changed contacts, or else one whole segment. */
async function sweepAccount(ctx: Ctx): Promise<void> {
  try {
    await ctx.write(async (ctx) => {
      await takeAdvisoryLock(ctx.db, "segments", ctx.account);
      const changes = await listChangeIds(ctx.db, ctx.account, CHANGES);
      const contactIds = await deleteChanges(ctx.db, ctx.account, changes);
      if (contactIds.length > 0) return compareContacts(ctx, await listFollowed(ctx), contactIds);
      const [row] = await lockDueSegments(ctx.db, ctx.account, ctx.now().toISOString());
      if (row) await compareSegment(ctx, row);
    });
  } catch (error) {
    ctx.log.warn({ err: error, account: ctx.account }, "segments are looked at one by one");
    await sweepApart(ctx);
  }
}

/** The same segment by segment, so that something wrong with one, or about one contact, is about nothing else. */
async function sweepApart(ctx: Ctx): Promise<void> {
  const changes = await listChangeIds(ctx.db, ctx.account, CHANGES);
  const contactIds = await listChanged(ctx.db, ctx.account, changes);
  const rows = await listFollowed(ctx);
  for (const row of contactIds.length > 0 ? rows : []) await compareApart(ctx, row, contactIds);
  await ctx.write(({ db }) => deleteChanges(db, ctx.account, changes));
  const now = ctx.now().toISOString();
  for (const row of contactIds.length > 0
    ? []
    : rows.filter(({ due_at }) => due_at !== null && due_at <= now))
    try {
      await locked(ctx, (ctx) => compareSegment(ctx, row));
    } catch (error) {
      // At night, it's looked at again.
      await ctx.write(({ db }) => updateSegmentRow(db, { account: ctx.account, id: row.id, due_at: null }));
      tellBroken(ctx, { segment: row.id, error });
    }
}

/** By halves. Whom it goes wrong with is for the repair at night. */
async function compareApart(ctx: Ctx, row: SegmentRow, contactIds: readonly string[]): Promise<void> {
  const waiting = [contactIds];
  let broken = 0;
  for (let ids = waiting.pop(); ids && broken < BROKEN_MAX; ids = waiting.pop()) {
    const some = ids;
    try {
      await locked(ctx, (ctx) => compareContacts(ctx, [row], some));
    } catch (error) {
      const half = Math.ceil(some.length / 2);
      if (some.length > 1) waiting.push(some.slice(half), some.slice(0, half));
      else if (broken++ === 0) tellBroken(ctx, { segment: row.id, error });
    }
  }
}

const locked = (ctx: Ctx, work: (ctx: Ctx) => Promise<void>): Promise<void> =>
  ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "segments", ctx.account);
    await work(ctx);
  });

function tellBroken(ctx: Ctx, { segment, error }: { segment: string; error: unknown }): void {
  ctx.log.error({ err: error, account: ctx.account, segment }, "a segment isn't up to date");
}

async function listFollowed(ctx: Ctx): Promise<SegmentRow[]> {
  const rows = await listSegmentRows(ctx.db, ctx.account);
  return byDependency(rows.filter(({ kind }) => kind === "dynamic"));
}

const keyOf = ({ segment_id, contact_id }: Membership) => `${segment_id} ${contact_id}`;

/** Compares who of these contacts is a member with what the conditions say. */
async function compareContacts(
  ctx: Ctx,
  rows: readonly SegmentRow[],
  contactIds: readonly string[],
): Promise<void> {
  const { db, account } = ctx;
  if (rows.length === 0) return;
  const conditions = rows.map(({ condition }) => condition ?? EVERYONE);
  const found = await listTrue(db, [...conditions, EVERYONE], await evaluationOf(ctx, contactIds));
  const there = new Set(found.filter(({ at }) => at === rows.length).map(({ id }) => id));
  const should = found.flatMap(({ id, at }) => {
    const segment_id = rows[at]?.id;
    return segment_id === undefined ? [] : [{ segment_id, contact_id: id }];
  });
  const looked = new Set(rows.map(({ id }) => id));
  const all = await listKnownMembers(db, { account, contactIds });
  const known = all.filter(({ segment_id }) => looked.has(segment_id));
  const [wanted, had] = [new Set(should.map(keyOf)), new Set(known.map(keyOf))];
  const came = should.filter((one) => !had.has(keyOf(one)));
  const gone = known.filter((one) => there.has(one.contact_id) && !wanted.has(keyOf(one)));
  const now = ctx.now().toISOString();
  if (gone.length > 0)
    await announceMoves(ctx, rows, {
      kind: "left",
      moved: await deleteKnownMembers(db, { account, members: gone }),
    });
  if (came.length > 0)
    await announceMoves(ctx, rows, {
      kind: "entered",
      moved: await insertKnownMembers(db, { account, members: came, now }),
    });
}

async function announceMoves(
  ctx: Ctx,
  rows: readonly SegmentRow[],
  { kind, moved }: { kind: MoveKind; moved: readonly Membership[] },
): Promise<void> {
  const at = ctx.now().toISOString();
  const event = kind === "entered" ? segmentEntered : segmentLeft;
  const bySegment = Map.groupBy(moved, ({ segment_id }) => segment_id);
  for (const { id, name, is_filled } of rows) {
    const own = bySegment.get(id) ?? [];
    if (!is_filled) continue;
    await insertMoves(
      ctx.db,
      own.map((one) => ({ ...one, user_id: ctx.account, id: ctx.newId(), kind, at })),
    );
    for (const { contact_id } of own)
      await ctx.announce(event, { subject: contact_id, payload: { contact_id, segment_id: id, name } });
  }
}

async function compareSegment(ctx: Ctx, row: SegmentRow): Promise<void> {
  const evaluation = await evaluationOf(ctx);
  const looking = { segment: row, evaluation };
  const now = ctx.now().getTime();
  const key = { account: ctx.account, id: row.id };
  if (!row.is_filled) {
    await deleteUnmatched(ctx.db, looking);
    const added = await insertMatching(ctx.db, { ...looking, most: FILLED_ROWS, now: evaluation.now });
    const due_at = new Date(now + SECOND_LOOK_MS).toISOString();
    if (added < FILLED_ROWS) await updateSegmentRow(ctx.db, { ...key, is_filled: true, due_at });
    return;
  }
  await insertDifferences(ctx.db, looking);
  const isHourly = row.condition && isTimed(row.condition, (id) => evaluation.segments.get(id));
  await updateSegmentRow(ctx.db, { ...key, due_at: isHourly ? new Date(now + HOUR_MS).toISOString() : null });
}

/** Compares all segments with what their conditions say, repairs them, and reports what had been missed. */
export async function repairSegments(platform: Platform): Promise<void> {
  for (const account of await listFollowedAccounts(platform.db)) {
    const ctx = systemCtx(platform, { job: "segments.repair", account });
    for (const { id } of await listSegmentRows(platform.db, account)) {
      if (platform.abortSignal.aborted) return;
      try {
        await ctx.write((ctx) => repairSegment(ctx, id));
      } catch (error) {
        tellBroken(ctx, { segment: id, error });
      }
    }
  }
  await sweepSegments(platform);
  const before = addDays(platform.now(), -MOVE_DAYS_KEPT);
  while ((await purgeMoves(platform.db, { before, most: PURGED_ROWS })) === PURGED_ROWS);
}

async function repairSegment(ctx: Ctx, id: string): Promise<void> {
  await takeAdvisoryLock(ctx.db, "segments", ctx.account);
  const row = (await listFollowed(ctx)).find((one) => one.id === id);
  if (!row?.condition || !row.is_filled) return;
  const evaluation = await evaluationOf(ctx);
  const count = await insertDifferences(ctx.db, { segment: row, evaluation });
  // Time passes between two looks at those with a window.
  if (count === 0 || isTimed(row.condition, (inner) => evaluation.segments.get(inner))) return;
  ctx.log.warn({ account: ctx.account, segment: id, count }, "a segment had missed changes, and is repaired");
  await ctx.announce(segmentRepaired, { subject: id, payload: { count } });
}

/** For when something that conditions name, such as a link, is gone or back: then others match. */
export function compareAll(platform: Platform, { account }: { account: string }): Promise<void> {
  return platform.write((ctx) => updateDue(ctx.db, account, AT_ONCE));
}
