/*
 * Owners' figures about their visitors. Everything is read from the rollups, which `clicks` writes and adds
 * up. Rows are never counted here, except for an A/B test (`getVariants`).
 */
import type * as z from "zod";
import { openStream, type StreamKind, subscribeTo } from "#src/features/identity/live/live.ts";
import { findProgress } from "#src/features/insights/clicks/clicks.ts";
import { clicksRecorded } from "#src/features/insights/clicks/signals.ts";
import { requireLink } from "#src/features/pages/links/links.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { breakdownsOf, DIMENSIONS } from "./breakdowns.ts";
import { type Analytics, type BreakdownName, LIVE_ERRORS, type periodSchema } from "./contract.ts";
import { breakdownFile, seriesFile } from "./csv.ts";
import { planGrains } from "./grain-plan.ts";
import { type Period, resolvePeriod } from "./period.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";
import {
  type BucketRow,
  type Figures,
  getSideTotals,
  listBuckets,
  listKeys,
  listVariantClicks,
} from "./store.ts";

const LIVE_FIGURES: StreamKind = {
  name: "analytics",
  openMax: STREAMS_PER_PERSON_MAX,
  refusal: () => failure(LIVE_ERRORS, "TOO_MANY_STREAMS"),
};

const clicksOn = subscribeTo(clicksRecorded, ({ profile_ids }) => profile_ids);

/** Yields whenever an event of `profileId` was stored on any node, until its listener has left. */
function liveEvents(ctx: Ctx, profileId: string, gone: AbortSignal): AsyncGenerator<{ at: string }> {
  return clicksOn(ctx, profileId, openStream(ctx, gone, LIVE_FIGURES));
}

const BREAKDOWN_ROWS_MAX = 50;
const EXPORT_ROWS_MAX = 10_000;

type Input = z.output<typeof periodSchema>;

async function resolveQuestion(ctx: Ctx, input: Input) {
  const { id: profileId } = await requireProfile(ctx, input.id);
  const [period, progress] = await Promise.all([
    resolvePeriod(ctx.db, input, ctx.now()),
    findProgress(ctx.db),
  ]);
  const done = { day: progress?.day.getTime() ?? 0, month: progress?.month.getTime() ?? 0 };
  const scope = { profileId, bots: input.bots ?? false, suspected: input.suspected ?? false };
  const spansIn = (range: { from: number; to: number }) => planGrains(range, done);
  const of = (dimension: string, range: { from: number; to: number }) =>
    spansIn(range).map((span) => ({ dimension, ...span }));
  return { period, scope, spansIn, of };
}

/** Returns views, visitors, and clicks of a period: in total, over time, by origin, and in the one before. */
export async function getAnalytics(ctx: Ctx, input: Input): Promise<Analytics> {
  const { period, scope, spansIn, of } = await resolveQuestion(ctx, input);
  const { from, to, previousFrom, step } = period;
  const [buckets, places, others, asides] = await Promise.all([
    listBuckets(ctx.db, scope, period),
    // Places have by far the most keys, so a separate connection halves the wait.
    listKeys(ctx.db, scope, of("place", period)),
    listKeys(ctx.db, scope, [
      ...["link", "client", "referrer", "utm"].flatMap((dimension) => of(dimension, period)),
      ...of("total", { from: previousFrom, to: from }),
    ]),
    getSideTotals(ctx.db, scope, spansIn(period)),
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
    breakdowns: breakdownsOf([...places, ...others], BREAKDOWN_ROWS_MAX),
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

/** Exports the same figures as a spreadsheet file: either the series or one breakdown. Reads nothing else. */
export async function exportAnalytics(
  ctx: Ctx,
  input: Input & { part: "series" | BreakdownName },
): Promise<File> {
  const { part, tz } = input;
  const { period, scope, of } = await resolveQuestion(ctx, input);
  const about = { ...period, tz };
  if (part === "series") return seriesFile(about, seriesOf(period, await listBuckets(ctx.db, scope, period)));
  const rows = await listKeys(ctx.db, scope, of(DIMENSIONS[part], period));
  return breakdownFile(about, part, breakdownsOf(rows, EXPORT_ROWS_MAX)[part]);
}

/**
 * Sends an event whenever the profile's figures change, on any node, until the listener leaves or their
 * session is over.
 */
export async function liveAnalytics(
  ctx: Ctx,
  { id }: { id: string },
  signal: AbortSignal = new AbortController().signal,
): Promise<AsyncGenerator<{ at: string }>> {
  const profile = await requireProfile(ctx, id);
  return liveEvents(ctx, profile.id, signal);
}

/** Returns the number of times that people opened each variant of an A/B test since it began. */
export async function getVariants(ctx: Ctx, { id }: { id: string }): Promise<{ a: number; b: number }> {
  const link = await requireLink(ctx, id);
  const rows = await listVariantClicks(ctx.db, { profileId: link.profile_id, linkId: link.id });
  const clicksOf = (variant: string) => rows.find((row) => row.variant === variant)?.clicks ?? 0;
  return { a: clicksOf("a"), b: clicksOf("b") };
}
