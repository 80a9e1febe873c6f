import { LOCALE } from "#src/kit/locale.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";

const TENTHS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A time in words: `0.4 s`, `12 s`, or `3 minutes`. Less than a tenth of a second is one. */
export function secondsWords(ms: number): string {
  if (ms >= 2 * MINUTE_MS) return plural(Math.round(ms / MINUTE_MS), "minute");
  const seconds = Math.max(0, ms) / SECOND_MS;
  return seconds < 10
    ? `${TENTHS.format(Math.max(0.1, seconds))} s`
    : `${formatNumber(Math.round(seconds))} s`;
}
