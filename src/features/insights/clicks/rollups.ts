import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { stableUntil } from "#src/platform/db/visibility-horizon.ts";
import { repackDays } from "./packed-days.ts";
import {
  deleteRollups,
  findFirstDay,
  findProgress,
  insertQuarters,
  type Progress,
  upsertProgress,
  upsertRollups,
} from "./rollup-store.ts";

/** The time that a finished day waits for its last events. */
const COMPACT_LAG_MS = 2 * 60 * 60 * 1000;
const COMPACT_DAYS_MAX = 31;

/**
 * Sums the quarters of finished UTC days to days, and the days of finished months to months. The position
 * moves in the same transaction as the rows, and a row that is already there is overwritten, never added to.
 */
export async function compactRollups(platform: Platform): Promise<void> {
  const settled = (await stableUntil(platform, COMPACT_LAG_MS)).getTime();
  const until = new Date(Math.floor(settled / DAY_MS) * DAY_MS);
  while (await compactSome(platform, until)) {
    // Runs in batches, so that nobody waits on a long transaction.
  }
}

/** Compacts up to a month of days; false when nothing is left to do. */
async function compactSome(platform: Platform, until: Date): Promise<boolean> {
  return platform.write(async ({ db }) => {
    const progress = await lockProgress(db);
    const from = progress?.day ?? (await findFirstDay(db));
    if (!from || from >= until) return false;
    const day = new Date(Math.min(until.getTime(), from.getTime() + COMPACT_DAYS_MAX * DAY_MS));
    await upsertRollups(db, { grain: "day", of: "quarter", from, to: day });
    const firstMonth = progress?.month ?? monthOf(from);
    const month = monthOf(day);
    if (firstMonth < month)
      await upsertRollups(db, { grain: "month", of: "day", from: firstMonth, to: month });
    await upsertProgress(db, { day, month });
    return true;
  });
}

/** Held while the position moves or figures before it are rebuilt. */
async function lockProgress(db: Db): Promise<Progress | undefined> {
  await takeAdvisoryLock(db, "rollups");
  return findProgress(db);
}

function monthOf(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
}

/**
 * Rebuilds a profile's figures from its rows, for example after an import, for all UTC days that `from` to
 * `to` touch. Nothing may be recorded for these days in the meantime. Days that aren't compacted yet are left
 * to `compactRollups`.
 */
export async function rebuildRollups(
  db: Db,
  profileId: string,
  period: { from: Date; to: Date },
): Promise<void> {
  const from = new Date(Math.floor(period.from.getTime() / DAY_MS) * DAY_MS);
  const to = new Date(Math.ceil(period.to.getTime() / DAY_MS) * DAY_MS);
  const progress = await lockProgress(db);
  await deleteRollups(db, { profileId, grains: ["quarter", "day"], from, to });
  await insertQuarters(db, profileId, { from, to });
  await repackDays(db, profileId, { from, to });
  // Days that no run has reached yet are left to it.
  if (!progress || from >= progress.day) return;
  const day = new Date(Math.min(to.getTime(), progress.day.getTime()));
  await upsertRollups(db, { grain: "day", of: "quarter", from, to: day, profileId });
  const months = {
    from: monthOf(from),
    to: new Date(Math.min(progress.month.getTime(), nextMonth(to).getTime())),
  };
  if (months.from >= months.to) return;
  await deleteRollups(db, { profileId, grains: ["month"], ...months });
  await upsertRollups(db, { grain: "month", of: "day", ...months, profileId });
}

function nextMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
}
