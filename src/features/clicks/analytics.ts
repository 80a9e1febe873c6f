/*
 * What owners see of their visitors. Everything is read from the rollups, which `record-statement.ts` writes and
 * `rollups.ts` sums up; the rows themselves are never counted here.
 */
import type * as z from "zod";
import { requireProfile } from "#src/features/profiles/profiles.ts";
import type { Ctx } from "#src/platform/context.ts";
import { analyticsFile } from "./analytics-csv.ts";
import { breakdownsOf } from "./breakdowns.ts";
import type { Analytics, BreakdownName, periodSchema } from "./contract.ts";
import { liveEvents } from "./live.ts";
import { type Period, resolvePeriod } from "./period.ts";
import { readProgress } from "./rollups.ts";
import { spansOf } from "./spans.ts";
import { type BucketRow, type Figures, findAsides, listBuckets, listKeys } from "./store.ts";
import { openStream } from "./streams.ts";

const BREAKDOWN_ROWS_MAX = 50;
const EXPORT_ROWS_MAX = 10_000;

type Input = z.output<typeof periodSchema>;

/** Views, visitors, and clicks of a period: in total, over time, by origin, and in the period before. */
export function readAnalytics(ctx: Ctx, input: Input): Promise<Analytics> {
  return readWith(ctx, input, BREAKDOWN_ROWS_MAX);
}

async function readWith(ctx: Ctx, input: Input, rowsMax: number): Promise<Analytics> {
  const { id: profileId } = await requireProfile(ctx, input.id);
  const [period, progress] = await Promise.all([
    resolvePeriod(ctx.db, input, ctx.now()),
    readProgress(ctx.db),
  ]);
  const { from, to, previousFrom, step } = period;
  const done = { day: progress?.day.getTime() ?? 0, month: progress?.month.getTime() ?? 0 };
  const of = (dimension: string, range: { from: number; to: number }) =>
    spansOf(range, done).map((span) => ({ dimension, ...span }));
  const scope = { profileId, bots: input.bots ?? false, suspected: input.suspected ?? false };
  const [buckets, places, others, asides] = await Promise.all([
    listBuckets(ctx.db, scope, period),
    // Places have by far the most keys: a connection of their own halves the wait.
    listKeys(ctx.db, scope, of("place", period)),
    listKeys(ctx.db, scope, [
      ...["link", "client", "referrer"].flatMap((dimension) => of(dimension, period)),
      ...of("total", { from: previousFrom, to: from }),
    ]),
    findAsides(ctx.db, scope, spansOf(period, done)),
  ]);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    tz: input.tz,
    step,
    totals: totalsOf(buckets),
    previous: totalsOf(others.filter((row) => row.dimension === "total")),
    ...asides,
    series: seriesOf(period, buckets),
    breakdowns: breakdownsOf([...places, ...others], rowsMax),
  };
}

function totalsOf(rows: readonly Figures[]): Analytics["totals"] {
  const sum = (read: (row: Figures) => number) => rows.reduce((total, row) => total + read(row), 0);
  const views = sum((row) => row.views);
  const clicks = sum((row) => row.clicks);
  return {
    views,
    visitors: sum((row) => row.visitors),
    clicks,
    click_rate: views === 0 ? 0 : clicks / views,
  };
}

function seriesOf({ starts }: Period, buckets: readonly BucketRow[]): Analytics["series"] {
  const found = new Map(buckets.map((row) => [row.bucket, row]));
  return starts.map((start, index) => {
    const { views = 0, visitors = 0, clicks = 0 } = found.get(index + 1) ?? {};
    return { at: new Date(start).toISOString(), views, visitors, clicks };
  });
}

/** The same figures as a file for a spreadsheet: the course of the period, or one breakdown. */
export async function exportAnalytics(
  ctx: Ctx,
  input: Input & { part: "series" | BreakdownName },
): Promise<File> {
  return analyticsFile(await readWith(ctx, input, EXPORT_ROWS_MAX), input.part);
}

/** Tells the listener whenever the profile's figures change, on any node, until it goes away or its session is over. */
export async function liveAnalytics(
  ctx: Ctx,
  { id }: { id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<AsyncGenerator<{ at: string }>> {
  const profile = await requireProfile(ctx, id);
  return liveEvents(ctx, profile.id, openStream(ctx, signal));
}
