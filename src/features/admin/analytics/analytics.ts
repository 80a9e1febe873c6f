/*
 * The instance's figures, for its staff. They're read from what `count.ts` has added up; only what happens right now is read
 * from the newest quarters of an hour.
 */
import { labelOf } from "#src/features/insights/analytics/breakdowns.ts";
import { dateIn, nameOf } from "#src/features/insights/analytics/csv.ts";
import { type Period, resolvePeriod } from "#src/features/insights/analytics/period.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { Cohort, Figures, Now, PeriodInput, Top } from "./contract.ts";
import { findBeginning, findProgress } from "./count-store.ts";
import {
  ACTIVATION_STEPS,
  COHORT_WEEKS,
  isStock,
  METRIC_NAMES,
  type MetricName,
  NOW_MINUTES,
  TOPS_SHOWN,
  type TopKind,
} from "./rules.ts";
import {
  countSignups,
  type FigureRow,
  listActivation,
  listCohorts,
  listFigures,
  listRecent,
  listRetention,
  listStocksAt,
  listSums,
  listTops,
} from "./store.ts";

const COUNTS = METRIC_NAMES.filter((name) => !isStock(name));
const STOCKS = METRIC_NAMES.filter(isStock);
const WEEK_MS = 7 * DAY_MS;
/** A Monday. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);
const NOW_MS = 10_000;
const QUARTER_MS = 15 * 60_000;

type Step = Figures["step"];

export async function getFigures(ctx: StaffCtx, input: PeriodInput): Promise<Figures> {
  const { db } = ctx;
  const period = await resolve(ctx, input);
  const { from, to, previousFrom, previousTo, starts } = period;
  const [sums, sumsBefore, stocks, stocksBefore, rows, progress] = await Promise.all([
    listSums(db, COUNTS, { from, to }),
    listSums(db, COUNTS, { from: previousFrom, to: previousTo }),
    listStocksAt(db, STOCKS, to),
    listStocksAt(db, STOCKS, from),
    listFigures(db, METRIC_NAMES, { from: starts[0] ?? from, to, starts }),
    findProgress(db, "hours"),
  ]);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    tz: input.tz,
    step: stepOf(period),
    counted_at: progress?.countedAt.toISOString() ?? null,
    totals: totalsOf([...sums, ...stocks], [...sumsBefore, ...stocksBefore]),
    at: starts.map((start) => new Date(start).toISOString()),
    series: METRIC_NAMES.map((metric) => ({ metric, values: valuesOf(metric, rows, starts.length) })),
  };
}

/** `start` is the instance's first day. Hours are the finest that's counted. */
async function resolve({ db, now }: StaffCtx, { step, ...input }: PeriodInput): Promise<Period> {
  const first = input.from === "start" ? ((await findBeginning(db)) ?? now()) : undefined;
  const from = first ? dateIn(input.tz, first) : input.from;
  const { tz, to } = input;
  return resolvePeriod(db, { tz, to, from, step }, now());
}

const stepOf = ({ step }: Period): Step => (step === "minute" ? "hour" : step);

type Sum = { metric: MetricName; key: string; value: number };

/** Each metric with its keys, and what they were before. Metrics without any are there as zero. */
function totalsOf(now: readonly Sum[], before: readonly Sum[]): Figures["totals"] {
  const known = new Map<string, Figures["totals"][number]>();
  const entry = ({ metric, key }: Pick<Sum, "metric" | "key">) => {
    const id = `${metric}|${key}`;
    const found = known.get(id) ?? { metric, key, value: 0, before: 0 };
    known.set(id, found);
    return found;
  };
  for (const sum of now) entry(sum).value = sum.value;
  for (const sum of before) entry(sum).before = sum.value;
  return METRIC_NAMES.flatMap((metric) => {
    const own = [...known.values()].filter((total) => total.metric === metric);
    return own.length > 0 ? own : [{ metric, key: "", value: 0, before: 0 }];
  });
}

/** What exists is unknown where it wasn't counted. */
function valuesOf(metric: MetricName, rows: readonly FigureRow[], points: number): (number | null)[] {
  const isOfStock = isStock(metric);
  const values = Array.from({ length: points }, (): number | null => (isOfStock ? null : 0));
  for (const row of rows) {
    const index = row.point - 1;
    if (row.metric !== metric || index < 0 || index >= points) continue;
    values[index] = (values[index] ?? 0) + (isOfStock ? row.last : row.sum);
  }
  return values;
}

export async function exportFigures(ctx: StaffCtx, input: PeriodInput): Promise<File> {
  const { from, to, tz, at, series } = await getFigures(ctx, input);
  const rows = at.map((start, index) => [start, ...series.map(({ values }) => values[index] ?? "")]);
  const name = nameOf({ from: Date.parse(from), to: Date.parse(to), tz }, "instance");
  return csvFile(name, ["from", ...METRIC_NAMES], [rows]);
}

export async function getActivation(ctx: StaffCtx, input: PeriodInput) {
  const { from, to } = await resolve(ctx, input);
  const [signups, rows] = await Promise.all([
    countSignups(ctx.db, { from, to }),
    listActivation(ctx.db, { from, to }),
  ]);
  const reached = new Map(rows.map(({ key, value }) => [key, value]));
  // Accounts whose sign-up is counted and that are deleted since don't get further.
  const items = ACTIVATION_STEPS.map(({ key }) => ({
    step: key,
    accounts: key === "signups" ? signups : (reached.get(key) ?? 0),
  }));
  return { items };
}

export async function listWeeks(ctx: StaffCtx): Promise<{ items: Cohort[] }> {
  const { db, now } = ctx;
  const mondayOf = (ms: number) => FIRST_MONDAY_MS + Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS;
  const monday = mondayOf(now().getTime());
  const since = monday - (COHORT_WEEKS - 1) * WEEK_MS;
  const [cohorts, rows] = await Promise.all([listCohorts(db, since), listRetention(db, since)]);
  const active = new Map(rows.map(({ cohort, week, accounts }) => [`${cohort}|${week}`, accounts]));
  const counted = new Set(rows.map(({ week }) => week));
  const items = cohorts.map(({ week, accounts }) => {
    const first = Date.parse(`${week}T00:00Z`);
    const weeks = Math.round((monday - first) / WEEK_MS) + 1;
    const values = Array.from({ length: weeks }, (_, n) => {
      const day = new Date(first + n * WEEK_MS).toISOString().slice(0, 10);
      return counted.has(day) ? (active.get(`${week}|${day}`) ?? 0) : null;
    });
    return { week, accounts, active: values };
  });
  return { items };
}

export async function listLargest(
  ctx: StaffCtx,
  { kind, ...input }: PeriodInput & { kind: TopKind },
): Promise<{ items: Top[] }> {
  const { from, to } = await resolve(ctx, input);
  return { items: await listTops(ctx.db, kind, { from, to, rows: TOPS_SHOWN }) };
}

const recentOf = processLocal(() => ({ now: new TtlCache<Now>({ entriesMax: 1, msFor: () => NOW_MS }) }));

/** However many members of staff look, it's read once in ten seconds. */
export function getNow(ctx: StaffCtx): Promise<Now> {
  const now = ctx.now();
  return recentOf(ctx).now.get("now", now, () => readNow(ctx, now));
}

async function readNow({ db }: StaffCtx, now: Date): Promise<Now> {
  const since = Math.floor((now.getTime() - NOW_MINUTES * 60_000) / QUARTER_MS) * QUARTER_MS;
  const rows = await listRecent(db, since, TOPS_SHOWN);
  const all = rows.find((row) => row.of === "all");
  return {
    at: now.toISOString(),
    views: all?.views ?? 0,
    clicks: all?.clicks ?? 0,
    pages: rows
      .filter((row) => row.of === "page")
      .map(({ key, label, account, username, views }) => ({ key, label, account, username, value: views })),
    countries: rows
      .filter((row) => row.of === "country" && row.views > 0)
      .map(({ key, views }) => ({ key, label: labelOf("country", key), views })),
  };
}
