import { GEO_UNKNOWN } from "#src/features/insights/clicks/rules.ts";
import { siteOf, UNRECORDED } from "#src/lib/referrers.ts";
import type { BREAKDOWNS, BreakdownName } from "./contract.ts";
import type { FilterDimension } from "./filter-rules.ts";
import type { KeyRow } from "./store.ts";

export interface BreakdownRow {
  key: string;
  label?: string;
  hosts?: string[];
  position?: number;
  clicks: number;
  views?: number;
}

export type Breakdowns = Record<(typeof BREAKDOWNS)[number], BreakdownRow[]>;

/** The dimension that a breakdown's rollups are stored under. */
export const DIMENSIONS: Readonly<Record<BreakdownName, string>> = {
  link: "link",
  country: "place",
  region: "place",
  city: "place",
  device_type: "client",
  browser: "client",
  os: "client",
  app: "client",
  referrer: "referrer",
  utm_source: "utm",
  utm_medium: "utm",
  utm_campaign: "utm",
  utm_term: "utm",
  utm_content: "utm",
};

const UNKNOWN = "Unknown";
const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

/** Names that aren't just their key with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  ios: "iOS",
  macos: "macOS",
  tiktok: "TikTok",
  linkedin: "LinkedIn",
  whatsapp: "WhatsApp",
  wechat: "WeChat",
  line: "LINE",
};

interface Entry {
  key: string;
  label: string;
}

/** More than there are, because a map shows all of them. */
const COUNTRIES_MAX = 300;

/**
 * Turns the rollups' keys into lists for people, with the `rowsMax` entries that have the most events. `positions`
 * are links' places on the page.
 */
export function breakdownsOf(
  rows: readonly KeyRow[],
  rowsMax: number,
  positions?: ReadonlyMap<string, number>,
): Breakdowns {
  const of = (dimension: string) => rows.filter((row) => row.dimension === dimension);
  const places = of("place").map((row) => ({ ...row, parts: row.key.split("|") }));
  const clients = of("client").map((row) => ({ ...row, parts: row.key.split("|") }));
  const utms = of("utm")
    .sort((a, b) => b.clicks + b.views - a.clicks - a.views || (a.key < b.key ? -1 : 1))
    .map((row) => ({ ...row, parts: row.key.split("|") }));
  const isAmbiguous = ambiguousCities(places.map(({ parts }) => parts));
  const list = <Row extends KeyRow>(from: readonly Row[], entryOf: (row: Row) => Entry | undefined) =>
    top(from, entryOf, rowsMax);
  const utm = (part: number) => {
    const written = spelling();
    return list(utms, ({ parts }) => written(parts[part]));
  };
  return {
    link: list(of("link"), ({ key, title }) => ({ key, label: title ?? "Deleted link" })).map(
      ({ views: _, ...row }) => {
        const position = positions?.get(row.key);
        return position === undefined ? row : { ...row, position };
      },
    ),
    country: top(
      places,
      ({ parts: [country = ""] }) => ({ key: country, label: countryName(country) }),
      Math.max(rowsMax, COUNTRIES_MAX),
    ),
    region: list(places, ({ parts: [country = "", region = ""] }) => placeEntry([region], country)),
    city: list(places, ({ parts: [country = "", region = "", city = ""] }) =>
      placeEntry(isAmbiguous(country, city) && region !== "" ? [city, region] : [city], country),
    ),
    device_type: list(clients, ({ parts: [device = ""] }) => named(device)),
    browser: list(clients, ({ parts: [, browser = ""] }) => named(browser)),
    os: list(clients, ({ parts: [, , os = ""] }) => named(os)),
    app: list(clients, ({ parts: [, , , app = ""] }) => (app === "" ? undefined : named(app))),
    referrer: withHosts(
      list(of("referrer"), ({ key }) => siteOf(key)),
      of("referrer"),
    ),
    utm_source: utm(0),
    utm_medium: utm(1),
    utm_campaign: utm(2),
    utm_term: utm(3),
    utm_content: utm(4),
  } satisfies Record<BreakdownName, BreakdownRow[]>;
}

const HOSTS_SHOWN_MAX = 3;

/** Adds the hosts that people came from, where a row has a site's name instead. */
function withHosts<Row extends BreakdownRow>(rows: Row[], hosts: readonly KeyRow[]): Row[] {
  const bySite = new Map<string, string[]>();
  const ranked = hosts.toSorted(
    (a, b) => b.clicks + b.views - a.clicks - a.views || (a.key < b.key ? -1 : 1),
  );
  for (const { key: host } of ranked) {
    const { key, label } = siteOf(host);
    if (key === "" || label === host || host === UNRECORDED) continue;
    const known = bySite.get(key);
    if (!known) bySite.set(key, [host]);
    else if (known.length < HOSTS_SHOWN_MAX && !known.includes(host)) known.push(host);
  }
  return rows.map((row) => {
    const found = bySite.get(row.key);
    return found ? { ...row, hosts: found } : row;
  });
}

function top<Row extends KeyRow>(
  rows: readonly Row[],
  entryOf: (row: Row) => Entry | undefined,
  rowsMax: number,
): (BreakdownRow & { views: number })[] {
  const found = new Map<string, BreakdownRow & { views: number }>();
  for (const row of rows) {
    const entry = entryOf(row);
    if (!entry) continue;
    const sum = found.get(entry.key) ?? { ...entry, clicks: 0, views: 0 };
    sum.clicks += row.clicks;
    sum.views += row.views;
    found.set(entry.key, sum);
  }
  return [...found.values()]
    .sort((a, b) => b.clicks + b.views - a.clicks - a.views || (a.key < b.key ? -1 : 1))
    .slice(0, rowsMax);
}

/** Detects city names that exist twice in the same country (Springfield). */
function ambiguousCities(places: readonly string[][]): (country: string, city: string) => boolean {
  const regions = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [country = "", region = "", city = ""] of places) {
    const name = `${country}|${city}`;
    if ((regions.get(name) ?? region) !== region) ambiguous.add(name);
    regions.set(name, region);
  }
  return (country, city) => ambiguous.has(`${country}|${city}`);
}

/** `Berlin, DE` becomes "Berlin, Germany". Unknown places share one row, whatever the country. */
function placeEntry(names: string[], country: string): Entry {
  if (names[0] === "") return { key: "", label: UNKNOWN };
  return { key: [...names, country].join(", "), label: [...names, countryName(country)].join(", ") };
}

function countryName(code: string): string {
  if (code === GEO_UNKNOWN || !/^[A-Z]{2}$/.test(code)) return UNKNOWN;
  return countryNames.of(code) ?? code;
}

/** Names the values of a filter as the breakdowns do. */
export function labelOf(dimension: FilterDimension, key: string): string {
  if (dimension === "country") return countryName(key);
  if (dimension === "referrer") return siteOf(key).label;
  if (dimension === "region" || dimension === "city") {
    const cut = key.lastIndexOf(", ");
    return cut < 0 ? key || UNKNOWN : `${key.slice(0, cut)}, ${countryName(key.slice(cut + 2))}`;
  }
  if (dimension === "device_type" || dimension === "browser" || dimension === "os" || dimension === "app")
    return key === "" ? "None" : named(key).label;
  return dimension === "variant" ? key.toUpperCase() : key;
}

/** Merges “LinkedIn” and “linkedin” under the spelling that came first. */
function spelling(): (text?: string) => Entry | undefined {
  const known = new Map<string, string>();
  return (text = "") => {
    const folded = text.toLowerCase();
    const key = known.get(folded) ?? text;
    known.set(folded, key);
    return key === "" ? undefined : { key, label: key };
  };
}

function named(key: string): Entry {
  return { key, label: NAMES[key] ?? key.charAt(0).toUpperCase() + key.slice(1) };
}
