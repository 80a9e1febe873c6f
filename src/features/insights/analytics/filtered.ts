/* Figures that no rollup has: counted from packed events, one part after another. */
import { readEvents } from "#src/features/insights/clicks/clicks.ts";
import type { Platform } from "#src/platform/context.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import type { Filter } from "./filter-rules.ts";
import type { Period } from "./period.ts";
import { Scan } from "./scan.ts";
import { type BucketRow, type Figures, type KeyRow, listTitles } from "./store.ts";

interface Scope {
  profileId: string;
  bots: boolean;
  suspected: boolean;
}

interface Asked {
  period: Period;
  scope: Scope;
  filters: readonly Filter[];
}

async function run(platform: Platform, scan: Scan, range: { profileId: string; from: number; to: number }) {
  const nextTurn = eventLoopYielder();
  for await (const events of readEvents(platform, range)) {
    scan.take(events);
    await nextTurn();
  }
  return scan;
}

/** Counts a period's events that pass the filters, and those of the period before. */
export async function countFiltered(
  platform: Platform,
  { period, scope, filters }: Asked,
): Promise<{ buckets: BucketRow[]; keys: KeyRow[]; previous: Figures[] }> {
  const { from, to, starts, previousFrom, previousTo } = period;
  const now = { from, to, starts, filters, ...scope };
  const before = { ...now, from: previousFrom, to: previousTo, starts: [previousFrom], withoutKeys: true };
  const scan = await run(platform, new Scan(now), { ...scope, from, to });
  const earlier = await run(platform, new Scan(before), { ...scope, from: previousFrom, to: previousTo });
  return {
    buckets: scan.bucketRows(),
    keys: await withTitles(platform, scope.profileId, scan.keyRows()),
    previous: earlier.bucketRows(),
  };
}

async function withTitles(platform: Platform, profileId: string, keys: KeyRow[]): Promise<KeyRow[]> {
  const links = keys.filter(({ dimension }) => dimension === "link").map(({ key }) => key);
  const titles = await listTitles(platform.db, profileId, links);
  return keys.map((row) => (row.dimension === "link" ? { ...row, title: titles.get(row.key) ?? null } : row));
}

interface Bucketing extends Pick<Period, "from" | "to" | "starts"> {
  filters?: readonly Filter[];
}

/** Counts events into buckets, however short. */
export async function scanBuckets(
  platform: Platform,
  scope: Scope,
  { from, to, starts, filters = [] }: Bucketing,
): Promise<BucketRow[]> {
  const scan = new Scan({ from, to, starts, filters, withoutKeys: true, ...scope });
  return (await run(platform, scan, { ...scope, from, to })).bucketRows();
}
