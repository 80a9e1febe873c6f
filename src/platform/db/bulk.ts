/*
 * Bulk changes: they apply to a selection, after a dry run, in batches, as a job if there are many rows, and
 * can be undone as a whole for an hour.
 */
import { setImmediate } from "node:timers/promises";
import type { BulkOutcome } from "#src/lib/list.ts";
import type { Ctx, Platform } from "../context.ts";
import { RESTORED_ROWS } from "./undo.ts";

/** Small enough not to block the embedded database for long, which does one thing at a time. */
export const BATCH_ROWS = 250;
/** The caller waits for up to this many rows. More become a job. */
const WAITED_ROWS_MAX = 1000;
const UNDO_MS = 3_600_000;

/** Rows picked one by one, or everything that a filter matches (`selectionOf` in `lib/list.ts`). */
export type Selection<Input> =
  | { ids: readonly string[] }
  | { filter?: Input | undefined; except?: readonly string[] | undefined; until?: string | undefined };

interface Selected<Filter> {
  filter: Filter;
  picked?: number;
  /** Excludes rows that arrived after this moment. */
  until?: string | undefined;
}

type Some = { ids?: readonly string[] | undefined; except?: readonly string[] | undefined };

/** Returns the store's filter for the selected rows. `parse` converts the filter of a request. */
export async function filterSelected<Input extends object, Filter extends Some>(
  selection: Selection<Input>,
  parse: (input: Partial<Input>) => Promise<Filter>,
): Promise<Selected<Filter>> {
  if ("ids" in selection)
    return { filter: { ...(await parse({})), ids: selection.ids }, picked: new Set(selection.ids).size };
  const { filter = {}, except, until } = selection;
  return { filter: { ...(await parse(filter)), except }, until };
}

interface BulkChange<Filter> {
  dry_run?: boolean | undefined;
  undo_id: string;
  countAll: (filter: Filter) => Promise<number>;
  countChanged: (filter: Filter) => Promise<number>;
  /** Changes them right away, and returns how many have changed. */
  change: (filter: Filter) => Promise<number>;
  /** Starts the job with `undo_id` as its id, in the transaction. */
  begin: (ctx: Ctx, filter: Filter, total: number) => Promise<void>;
  /** The reason why the other rows don't change. */
  reason: string;
}

/** Changes the selected rows, or reports what would change. */
export async function changeSelected<Filter extends object>(
  ctx: Ctx,
  { filter, picked, until = ctx.now().toISOString() }: Selected<Filter>,
  { dry_run, undo_id, reason, ...bulk }: BulkChange<Filter & { until: string }>,
): Promise<BulkOutcome> {
  const wanted = { ...filter, until };
  const found = dry_run || picked === undefined ? await bulk.countAll(wanted) : 0;
  if (!dry_run && found > WAITED_ROWS_MAX) {
    await ctx.write((ctx) => bulk.begin(ctx, wanted, found));
    return { count: 0, skipped: [], until, job: undo_id };
  }
  const count = await (dry_run ? bulk.countChanged(wanted) : bulk.change(wanted));
  const missing = Math.max(0, (picked ?? (dry_run ? found : count)) - count);
  return { count, skipped: missing > 0 ? [{ reason, count: missing }] : [], until };
}

/** Changes each batch in its own transaction, along with its progress. Returns the number of changed rows. */
export async function changeInBatches<Row>(
  ctx: Ctx,
  batches: AsyncIterable<Row[]>,
  change: (ctx: Ctx, rows: Row[]) => Promise<number>,
): Promise<number> {
  let count = 0;
  for await (const rows of batches) {
    ctx.abortSignal.throwIfAborted();
    count += await ctx.write(async (ctx) => {
      const changed = await change(ctx, rows);
      await ctx.progress(rows.length);
      return changed;
    });
  }
  return count;
}

interface Restored {
  restored: number;
  /** Rows that weren't restored because something else has taken their place. */
  taken: number;
}

/**
 * Undoes a change in batches of at most `RESTORED_ROWS`. `restore` throws if the first one finds nothing.
 * After an interruption, the next call continues.
 */
export async function undoInBatches(
  ctx: Ctx,
  restore: (ctx: Ctx, isFirst: boolean) => Promise<Restored>,
): Promise<Restored> {
  const outcome = { restored: 0, taken: 0 };
  for (let isFirst = true; ; isFirst = false) {
    const { restored, taken } = await ctx.write((ctx) => restore(ctx, isFirst));
    outcome.restored += restored;
    outcome.taken += taken;
    if (restored + taken < RESTORED_ROWS) return outcome;
    // This lets other work run, as between the pages of a list.
    await setImmediate();
  }
}

/**
 * Deletes in batches what can no longer be undone. `forget` returns the deleted rows, at most
 * `RESTORED_ROWS`.
 */
export async function purgeInBatches(
  platform: Platform,
  forget: (ctx: Platform) => Promise<readonly unknown[]>,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    platform.abortSignal.throwIfAborted();
    isMore = (await platform.write(forget)).length >= RESTORED_ROWS;
  }
}

/** Returns the time before which changes can no longer be undone. */
export function undoableSince({ now }: Platform): string {
  return new Date(now().getTime() - UNDO_MS).toISOString();
}
