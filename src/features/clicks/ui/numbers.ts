const COUNT = new Intl.NumberFormat();
const SHORT_COUNT = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const RATE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const CHANGE = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

export const formatCount = (count: number): string => COUNT.format(count);
export const formatShortCount = (count: number): string => SHORT_COUNT.format(count);
/** `ratio` 0 to 1 as a percentage. */
export const formatRate = (ratio: number): string => RATE.format(ratio);

export interface Change {
  direction: "up" | "down" | "same";
  text: string;
}

/** How a figure moved against the period before; undefined when there is nothing to compare with. */
export function changeOf(now: number, before: number): Change | undefined {
  if (before === 0) return undefined;
  const ratio = now / before - 1;
  const direction = Math.abs(ratio) < 0.005 ? "same" : ratio > 0 ? "up" : "down";
  return { direction, text: CHANGE.format(direction === "same" ? 0 : ratio) };
}
