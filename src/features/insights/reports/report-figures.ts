/* The figures of a report: a week or a month of an account's pages, and of the one before. */
import {
  type Figures,
  findPlanner,
  listBuckets,
  listKeys,
} from "#src/features/insights/analytics/rollup-sums.ts";
import { spreadOf, type Verdict, verdictOf } from "#src/features/insights/analytics/significance-rules.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ComparedKey, compareKeys } from "./compared-keys.ts";
import { daysBetween, LISTED_ROWS_MAX, MOVERS_MAX } from "./report-rules.ts";

export type ReportMetric = keyof Figures;

export interface ReportFigures {
  totals: Figures;
  previous: Figures;
  verdicts: Record<ReportMetric, Verdict>;
  links: ComparedKey[];
  sources: ComparedKey[];
  countries: ComparedKey[];
  /** Those that changed most, by more than chance. */
  movers: ComparedKey[];
}

interface Asked {
  profileIds: readonly string[];
  zone: string;
  days: { before: string; first: string; end: string };
}

/** Undefined if nothing was counted in either of the two periods. */
export async function getReport(
  db: Db,
  { profileIds, zone, days }: Asked,
): Promise<ReportFigures | undefined> {
  const at = (day: string) => momentIn(zone, `${day}T00:00`).getTime();
  const [before, first, end] = [at(days.before), at(days.first), at(days.end)];
  const spansIn = await findPlanner(db);
  const starts = [before, ...daysBetween(days.first, days.end).map(at)];
  const spans = starts.flatMap((from, bucket) =>
    spansIn({ from, to: starts[bucket + 1] ?? end }).map((span) => ({ ...span, bucket })),
  );
  const rows = Map.groupBy(await listBuckets(db, { profileIds }, spans), ({ bucket }) => bucket);
  // Days without anything have no row, and count.
  const [previous = NOTHING, ...daily] = starts.map((_, bucket) => sumOf(rows.get(bucket) ?? []));
  const totals = sumOf(daily);
  if (totals.views + totals.clicks + previous.views + previous.clicks === 0) return undefined;
  const exposure = {
    now: end - first,
    before: first - before,
  };
  const judged = (metric: ReportMetric) =>
    verdictOf(
      { count: totals[metric], exposure: exposure.now },
      { count: previous[metric], exposure: exposure.before },
      spreadOf(daily.map((day) => day[metric])),
    );
  const keysOf = (from: number, to: number) => {
    const spans = spansIn({ from, to });
    return listKeys(
      db,
      { profileIds },
      KEYS.flatMap((dimension) => spans.map((span) => ({ dimension, ...span }))),
    );
  };
  const keys = compareKeys(...(await Promise.all([keysOf(first, end), keysOf(before, first)])));
  const isReal = ({ now, before: then }: ComparedKey) =>
    verdictOf({ count: now, exposure: exposure.now }, { count: then, exposure: exposure.before }) === "real";
  const listed = (kind: ComparedKey["kind"]) =>
    keys
      .filter((row) => row.kind === kind && row.now > 0)
      .sort((a, b) => b.now - a.now || compare(a.name, b.name))
      .slice(0, LISTED_ROWS_MAX);
  return {
    totals,
    previous,
    verdicts: { views: judged("views"), visitors: judged("visitors"), clicks: judged("clicks") },
    links: listed("link"),
    sources: listed("source"),
    countries: listed("country"),
    movers: keys
      .filter((row) => row.name !== "" && isReal(row))
      .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before) || compare(a.name, b.name))
      .slice(0, MOVERS_MAX),
  };
}

const KEYS = ["link", "place", "referrer"];
const NOTHING: Figures = { views: 0, visitors: 0, clicks: 0 };

const compare = (a: string, b: string) => (a < b ? -1 : 1);

function sumOf(rows: readonly Figures[]): Figures {
  const sum = (metric: ReportMetric) => rows.reduce((total, row) => total + row[metric], 0);
  return { views: sum("views"), visitors: sum("visitors"), clicks: sum("clicks") };
}
