/* The dashboard shows these texts. */
import { addWallDays } from "#src/lib/time-zones.ts";

/** Figures for anyone, or a media kit for sponsors. */
export const SHARE_KINDS = ["figures", "media_kit"] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

export const SHARE_PARTS = [
  "views",
  "visitors",
  "clicks",
  "click_rate",
  "trend",
  "countries",
  "devices",
  "sources",
  "links",
] as const;
export type SharePart = (typeof SHARE_PARTS)[number];

export const SHARE_PERIODS = ["30d", "90d", "12m"] as const;
export type SharePeriod = (typeof SHARE_PERIODS)[number];

export const SHARES_MAX = 50;
export const SHARE_ABOUT_CHARS_MAX = 500;
export const SHARED_ROWS_MAX = 8;
/** Fewer could be one person. */
export const SHARED_EVENTS_MIN = 5;

const DAYS: Readonly<Record<SharePeriod, number>> = { "30d": 30, "90d": 90, "12m": 365 };

/** Returns the first and the last day: whole days until yesterday, so that everyone sees the same all day. */
export function sharedDays(period: SharePeriod, today: string): { first: string; last: string } {
  const back = (days: number) => addWallDays(`${today}T00:00`, -days).slice(0, 10);
  return { first: back(DAYS[period]), last: back(1) };
}
