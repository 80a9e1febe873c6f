import { LOCALE } from "#src/kit/locale.ts";

const COUNT = new Intl.NumberFormat(LOCALE);
const SHORT_COUNT = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 });
const RATE = new Intl.NumberFormat(LOCALE, { style: "percent", maximumFractionDigits: 1 });
const CHANGE = new Intl.NumberFormat(LOCALE, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});
const POINTS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

export const formatCount = (count: number): string => COUNT.format(count);
export const formatShortCount = (count: number): string => SHORT_COUNT.format(count);
export const formatRate = (ratio: number): string => RATE.format(ratio);

export interface Change {
  direction: "up" | "down" | "same";
  text: string;
}

/** A count's change from the period before, in percent. Undefined if there's nothing to compare with. */
export function changeOf(now: number, before: number): Change | undefined {
  if (before === 0) return undefined;
  const ratio = now / before - 1;
  const direction = directionOf(ratio, 0.005);
  return { direction, text: CHANGE.format(direction === "same" ? 0 : ratio) };
}

/** Returns a rate's change (0 to 1) in percentage points: 10% after 5% is up 5 points, not 100%. */
export function pointsOf(now: number, before: number): Change {
  const points = (now - before) * 100;
  const direction = directionOf(points, 0.05);
  return { direction, text: `${POINTS.format(direction === "same" ? 0 : points)} pts` };
}

function directionOf(change: number, sameBelow: number): Change["direction"] {
  if (Math.abs(change) < sameBelow) return "same";
  return change > 0 ? "up" : "down";
}
