/* What a shared link shows: sums of whole days, signed, so that whoever got them elsewhere can ask us. */
import { getAnalytics } from "#src/features/insights/analytics/analytics.ts";
import type { Analytics } from "#src/features/insights/analytics/contract.ts";
import { FIGURES_PATH } from "#src/lib/paths.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";
import { TtlCache } from "#src/lib/ttl-cache.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { SHARED_EVENTS_MIN, SHARED_ROWS_MAX, type SharePart, sharedDays } from "./share-rules.ts";
import type { ShareRow } from "./shares-store.ts";

export interface SharedRow {
  label: string;
  count: number;
  /** Its part of the rows shown and left out, 0 to 1. */
  share: number;
}

export interface SharedFigures {
  first: string;
  last: string;
  numbers: { part: "views" | "visitors" | "clicks" | "click_rate"; value: number }[];
  trend: number[] | undefined;
  lists: { part: "countries" | "devices" | "sources" | "links"; rows: SharedRow[] }[];
  /** Where the signature is checked, relative to the instance. */
  checkPath: string;
}

const KEPT_MS = 10 * 60_000;
const keptOf = processLocal(() => new TtlCache<Analytics>({ entriesMax: 200, msFor: () => KEPT_MS }));

const NUMBERS = ["views", "visitors", "clicks", "click_rate"] as const;
const LISTS = {
  countries: "country",
  devices: "device_type",
  sources: "referrer",
  links: "link",
} as const satisfies Partial<Record<SharePart, keyof Analytics["breakdowns"]>>;

export async function getSharedFigures(
  platform: Platform,
  share: ShareRow,
  username: string,
): Promise<SharedFigures> {
  const zone = isTimeZone(share.zone) ? share.zone : "UTC";
  const { first, last } = sharedDays(share.period, wallTime(zone, platform.now()).slice(0, 10));
  const read = () =>
    getAnalytics(systemCtx(platform, { job: "reports.share", account: share.user_id }), {
      id: share.profile_id,
      tz: zone,
      from: first,
      to: last,
      step: share.period === "12m" ? "week" : "day",
    });
  // The days are over, and a page is often looked at by several people at once.
  const { totals, series, breakdowns } = await keptOf(platform).get(
    `${share.id} ${last}`,
    platform.now(),
    read,
  );
  const has = (part: SharePart) => share.parts.includes(part);
  const numbers = NUMBERS.filter(has).map((part) => ({ part, value: totals[part] }));
  const lists = (Object.keys(LISTS) as (keyof typeof LISTS)[])
    .filter(has)
    .map((part) => ({ part, rows: sharedRows(breakdowns[LISTS[part]], part === "links") }));
  const signed = {
    page: username,
    first,
    last,
    ...Object.fromEntries(numbers.map(({ part, value }) => [part, fixed(value)])),
  };
  const query = new URLSearchParams({ ...signed, signature: signatureOf(platform, signed) });
  return {
    first,
    last,
    numbers,
    trend: has("trend") && totals.views > 0 ? series.map(({ views }) => views) : undefined,
    lists,
    checkPath: `${FIGURES_PATH}/check?${query}`,
  };
}

const fixed = (value: number) => String(Math.round(value * 10_000) / 10_000);

function sharedRows(rows: Analytics["breakdowns"]["link"], byClicks: boolean): SharedRow[] {
  const countOf = ({ views = 0, clicks }: (typeof rows)[number]) => (byClicks ? clicks : views);
  const total = rows.reduce((sum, row) => sum + countOf(row), 0);
  return rows
    .map((row) => ({
      label: row.label ?? row.key,
      count: countOf(row),
      share: countOf(row) / Math.max(1, total),
    }))
    .filter(({ count }) => count >= SHARED_EVENTS_MIN)
    .sort((a, b) => b.count - a.count)
    .slice(0, SHARED_ROWS_MAX);
}

const PURPOSE = "reports.figures";

/** The same for the same figures, whatever their order. */
function signedText(figures: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(figures).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function signatureOf({ vault }: Pick<Platform, "vault">, figures: Readonly<Record<string, string>>): string {
  return vault.digest(PURPOSE, signedText(figures));
}

/** Returns the figures if this instance has signed exactly these. */
export function checkFigures(
  { vault }: Pick<Platform, "vault">,
  query: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const { signature = "", ...figures } = query;
  return vault.recognizes(PURPOSE, signedText(figures), signature) ? figures : undefined;
}
