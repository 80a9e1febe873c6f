/* The figures of a report: a week or a month of an account's pages, and of the one before. */
import { spreadOf, type Verdict, verdictOf } from "#src/features/insights/analytics/significance-rules.ts";
import { siteOf } from "#src/lib/referrers.ts";
import { momentIn } from "#src/lib/time-zones.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type Figures, type KeyFigures, listBuckets, listKeys } from "./figures-store.ts";
import { daysBetween, LISTED_ROWS_MAX, MOVERS_MAX } from "./report-rules.ts";

export type ReportMetric = keyof Figures;

/** What people came for, from, or with, now and before. */
export interface ReportRow {
  kind: "link" | "source" | "country";
  /** A link's title, a site's name, or a country's code; empty if it isn't known. */
  name: string;
  now: number;
  before: number;
}

export interface ReportFigures {
  totals: Figures;
  previous: Figures;
  verdicts: Record<ReportMetric, Verdict>;
  links: ReportRow[];
  sources: ReportRow[];
  countries: ReportRow[];
  /** Those that changed most, by more than chance. */
  movers: ReportRow[];
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
  const at = (day: string) => momentIn(zone, `${day}T00:00`).toISOString();
  const [before, first, end] = [at(days.before), at(days.first), at(days.end)];
  const starts = [before, ...daysBetween(days.first, days.end).map(at)];
  const buckets = await listBuckets(db, { profileIds, starts, end });
  const previous = sumOf(buckets.filter(({ bucket }) => bucket === 1));
  const daily = buckets.filter(({ bucket }) => bucket > 1);
  const totals = sumOf(daily);
  if (totals.views + totals.clicks + previous.views + previous.clicks === 0) return undefined;
  const exposure = {
    now: Date.parse(end) - Date.parse(first),
    before: Date.parse(first) - Date.parse(before),
  };
  // Days without anything have no row, and count.
  const perDay = starts.slice(1).map((_, index) => daily.find(({ bucket }) => bucket === index + 2));
  const judged = (metric: ReportMetric) =>
    verdictOf(
      { count: totals[metric], exposure: exposure.now },
      { count: previous[metric], exposure: exposure.before },
      spreadOf(perDay.map((day) => day?.[metric] ?? 0)),
    );
  const keys = await listKeys(db, { profileIds, before, first, end });
  const rows = rowsBy(keys);
  const isReal = ({ now, before: then }: ReportRow) =>
    verdictOf({ count: now, exposure: exposure.now }, { count: then, exposure: exposure.before }) === "real";
  const listed = (kind: ReportRow["kind"]) =>
    rows
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
    movers: rows
      .filter((row) => row.name !== "" && isReal(row))
      .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before) || compare(a.name, b.name))
      .slice(0, MOVERS_MAX),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);

function sumOf(rows: readonly Figures[]): Figures {
  const sum = (metric: ReportMetric) => rows.reduce((total, row) => total + row[metric], 0);
  return { views: sum("views"), visitors: sum("visitors"), clicks: sum("clicks") };
}

/** Hosts of the same site become one row. */
function rowsBy(keys: readonly KeyFigures[]): ReportRow[] {
  const rows = new Map<string, ReportRow>();
  for (const key of keys) {
    const found = rowOf(key);
    if (!found) continue;
    const id = `${found.kind} ${key.dimension === "link" ? key.key : found.name}`;
    const same = rows.get(id);
    if (!same) rows.set(id, found);
    else {
      same.now += found.now;
      same.before += found.before;
    }
  }
  return [...rows.values()];
}

function rowOf({ dimension, key, title, ...figures }: KeyFigures): ReportRow | undefined {
  const views = { now: figures.views, before: figures.views_before };
  if (dimension === "link")
    return { kind: "link", name: title ?? "", now: figures.clicks, before: figures.clicks_before };
  if (dimension === "country") return { kind: "country", name: /^[A-Z]{2}$/.test(key) ? key : "", ...views };
  if (dimension !== "referrer") return undefined;
  const site = siteOf(key);
  return { kind: "source", name: site.key === "" ? "" : site.label, ...views };
}
