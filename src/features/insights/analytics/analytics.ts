/*
 * Owners' figures about their visitors. They're read from the rollups, which `clicks` writes and adds up. Filtered
 * figures and minutes are counted from packed events (`filtered.ts`), because no rollup has every combination.
 */
import { openStream, type StreamKind, subscribeTo } from "#src/features/identity/live/live.ts";
import { clicksRecorded } from "#src/features/insights/clicks/signals.ts";
import { hasPremium } from "#src/features/money/entitlements/entitlements.ts";
import { requireLink } from "#src/features/pages/links/links.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { breakdownsOf, DIMENSIONS, labelOf } from "./breakdowns.ts";
import { type Analytics, type BreakdownName, LIVE_ERRORS } from "./contract.ts";
import { breakdownFile, seriesFile } from "./csv.ts";
import type { Filter } from "./filter-rules.ts";
import { countFiltered, scanBuckets } from "./filtered.ts";
import type { Period } from "./period.ts";
import { type Input, type Question, resolveQuestion } from "./question.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";
import { verdictsOf } from "./significance.ts";
import {
  type BucketRow,
  type Figures,
  getSideTotals,
  type KeyRow,
  listBuckets,
  listKeys,
  listPositions,
  listTitles,
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

interface Counted {
  buckets: readonly BucketRow[];
  /** Breakdowns' rows; totals of the period before are among them as `total`. */
  keys: readonly KeyRow[];
  previous: readonly Figures[];
}

/** Sums from the rollups, which have everything unless filters combine, or minutes are asked for. */
async function countAll(ctx: Ctx, { period, scope, spansIn, of }: Question): Promise<Counted> {
  const { previousFrom, previousTo } = period;
  const [buckets, places, others] = await Promise.all([
    period.step === "minute"
      ? scanBuckets(ctx, scope, period)
      : listBuckets(ctx.db, scope, bucketSpans(period, spansIn)),
    // Places have by far the most keys, so a separate connection halves the wait.
    listKeys(ctx.db, scope, of("place", period)),
    listKeys(ctx.db, scope, [
      ...["link", "client", "referrer", "utm"].flatMap((dimension) => of(dimension, period)),
      ...of("total", { from: previousFrom, to: previousTo }),
    ]),
  ]);
  return {
    buckets,
    keys: [...places, ...others],
    previous: others.filter((row) => row.dimension === "total"),
  };
}

function bucketSpans({ from, to, starts }: Period, spansIn: Question["spansIn"]) {
  return starts.flatMap((start, index) =>
    spansIn({ from: Math.max(start, from), to: starts[index + 1] ?? to }).map((span) => ({
      ...span,
      bucket: index + 1,
    })),
  );
}

/** Returns views, visitors, and clicks of a period: in total, over time, by origin, and in the one before. */
export async function getAnalytics(ctx: Ctx, input: Input): Promise<Analytics> {
  const question = await resolveQuestion(ctx, input);
  const { period, scope, filters, spansIn } = question;
  const [{ buckets, keys, previous }, asides, titles, has_advanced, positions] = await Promise.all([
    filters.length > 0 ? countFiltered(ctx, question) : countAll(ctx, question),
    getSideTotals(ctx.db, scope, spansIn(period)),
    listTitles(ctx.db, scope.profileId, filters.flatMap(linksOf)),
    hasPremium(ctx, ctx.account),
    listPositions(ctx.db, scope.profileId),
  ]);
  const figures = { totals: totalsOf(buckets), previous: totalsOf(previous) };
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    tz: input.tz,
    step: period.step,
    ...figures,
    previous_from: new Date(period.previousFrom).toISOString(),
    previous_to: new Date(period.previousTo).toISOString(),
    verdicts: verdictsOf(period, figures, buckets),
    filters: filters.map(({ dimension, isNot, values }) => ({
      dimension,
      is_not: isNot,
      values: values.map((key) => ({
        key,
        label: dimension === "link" ? (titles.get(key) ?? "Deleted link") : labelOf(dimension, key),
      })),
    })),
    ...asides,
    has_advanced,
    series: seriesOf(period, buckets),
    breakdowns: breakdownsOf(keys, BREAKDOWN_ROWS_MAX, positions),
  };
}

const linksOf = ({ dimension, values }: Filter) => (dimension === "link" ? values : []);

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
  const question = await resolveQuestion(ctx, input);
  const { period, scope, of, filters, spansIn } = question;
  const about = { ...period, tz };
  const filtered = filters.length > 0 || (part === "series" && period.step === "minute");
  const counted = filtered ? await countFiltered(ctx, question) : undefined;
  if (part === "series") {
    const buckets = counted?.buckets ?? (await listBuckets(ctx.db, scope, bucketSpans(period, spansIn)));
    return seriesFile(about, seriesOf(period, buckets));
  }
  const rows = counted?.keys ?? (await listKeys(ctx.db, scope, of(DIMENSIONS[part], period)));
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
