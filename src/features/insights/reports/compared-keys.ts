/* What people came for, from, or with, in two periods, out of the rollups' keys. */
import type { KeyRow } from "#src/features/insights/analytics/rollup-sums.ts";
import { siteOf } from "#src/lib/referrers.ts";

export interface ComparedKey {
  kind: "link" | "source" | "country" | "app";
  /** A link's title, a site's or an app's name, or a country's code; empty if it isn't known. */
  name: string;
  now: number;
  before: number;
}

/** Counts clicks of links, and views of everything else. Hosts of one site become one, and so do places of a country. */
export function compareKeys(now: readonly KeyRow[], before: readonly KeyRow[]): ComparedKey[] {
  const found = new Map<string, ComparedKey>();
  const add = (row: KeyRow, period: "now" | "before") => {
    const what = whatOf(row);
    const id = `${what.kind} ${what.kind === "link" ? row.key : what.name}`;
    const known = found.get(id) ?? { ...what, now: 0, before: 0 };
    known[period] += what.kind === "link" ? row.clicks : row.views;
    found.set(id, known);
  };
  for (const row of now) add(row, "now");
  for (const row of before) add(row, "before");
  return [...found.values()];
}

/** The place of the app among a client's parts. */
const APP = 3;

function whatOf({ dimension, key, title }: KeyRow): Pick<ComparedKey, "kind" | "name"> {
  if (dimension === "link") return { kind: "link", name: title ?? "" };
  if (dimension === "client") return { kind: "app", name: key.split("|")[APP] ?? "" };
  if (dimension === "place") {
    const [country = ""] = key.split("|");
    return { kind: "country", name: /^[A-Z]{2}$/.test(country) ? country : "" };
  }
  const site = siteOf(key);
  return { kind: "source", name: site.key === "" ? "" : site.label };
}
