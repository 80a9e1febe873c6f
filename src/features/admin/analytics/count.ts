/*
 * How the instance's figures are counted: a job adds up what's new in other slices' tables, by UTC hour and day, so that
 * nobody who looks at them waits for a sum over everything. What's counted stays, also when accounts are deleted.
 */
import { findMonthlyRevenue } from "#src/features/money/billing/revenue.ts";
import { DAY_MS, HOUR_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { stableUntil } from "#src/platform/db/visibility-horizon.ts";
import {
  findBeginning,
  listStocks,
  lockProgress,
  upsertFigures,
  upsertProgress,
  upsertStocks,
  upsertTops,
} from "./count-store.ts";
import {
  deleteWeeksBefore,
  insertActiveAccounts,
  upsertActivation,
  upsertMilestones,
  upsertRetention,
} from "./milestone-store.ts";

/** What's counted in one transaction, so that nobody waits on a long one. */
const HOURS_AT_ONCE = 31 * 24;
/** Rows appear this long after the time that they carry: imports of a day, buffers that are written late. */
const LATE_MS = 2 * HOUR_MS;
const WEEK_DAYS = 7;

const floor = (at: number, step: number) => Math.floor(at / step) * step;

/** Counts hours from the last final one up to now, and what exists now. */
export async function countHours(platform: Platform): Promise<void> {
  const settled = (await stableUntil(platform)).getTime();
  while (await countSomeHours(platform, settled)) {
    // Runs in batches, so that nobody waits on a long transaction.
  }
  await platform.write(async (ctx) => {
    const now = ctx.now();
    const stocks = await listStocks(ctx.db, now);
    const revenue = { metric: "revenue", key: "", value: await findMonthlyRevenue(ctx) };
    await upsertStocks(ctx.db, now, [...stocks, revenue]);
  });
}

/** False when nothing is left to do. */
function countSomeHours(platform: Platform, settled: number): Promise<boolean> {
  return platform.write(async ({ db, now }) => {
    await takeAdvisoryLock(db, "instance-figures");
    // A new instance begins with the first start, as its founder looks at the figures minutes later.
    const done = (await lockProgress(db, "hours"))?.doneUntil ?? (await findBeginning(db)) ?? now();
    const from = floor(done.getTime(), HOUR_MS);
    const end = floor(now().getTime(), HOUR_MS) + HOUR_MS;
    const to = Math.min(end, from + HOURS_AT_ONCE * HOUR_MS);
    await upsertFigures(db, { from: new Date(from), to: new Date(to) });
    const doneUntil = new Date(Math.max(from, Math.min(to, floor(settled - LATE_MS, HOUR_MS))));
    await upsertProgress(db, "hours", { doneUntil, countedAt: now() });
    return to < end;
  });
}

/** Counts days from the last final one up to today: the largest, how far accounts got, and who came back. */
export async function countDays(platform: Platform): Promise<void> {
  const settled = (await stableUntil(platform)).getTime();
  while (await countSomeDays(platform, settled)) {
    // A month at a time, for the same reason.
  }
}

const DAYS_AT_ONCE = 31;

function countSomeDays(platform: Platform, settled: number): Promise<boolean> {
  return platform.write(async ({ db, now }) => {
    await takeAdvisoryLock(db, "instance-figures");
    const started = now();
    const done = (await lockProgress(db, "days"))?.doneUntil ?? (await findBeginning(db));
    if (!done) return false;
    const from = floor(done.getTime(), DAY_MS);
    const end = floor(started.getTime(), DAY_MS) + DAY_MS;
    const to = Math.min(end, from + DAYS_AT_ONCE * DAY_MS);
    for (let day = from; day < to; day += DAY_MS)
      await upsertTops(db, { from: new Date(day), to: new Date(day + DAY_MS) });
    await upsertMilestones(db, { from: new Date(from), to: new Date(to) }, started);
    await upsertActivation(db, started);
    await insertActiveAccounts(db, new Date(from));
    await upsertRetention(db, new Date(from));
    await deleteWeeksBefore(db, new Date(from - WEEK_DAYS * DAY_MS));
    const doneUntil = new Date(Math.max(from, Math.min(to, floor(settled - LATE_MS, DAY_MS))));
    await upsertProgress(db, "days", { doneUntil, countedAt: started });
    return to < end;
  });
}
