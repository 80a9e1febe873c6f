import { COUNTED_ROWS_MAX } from "#src/lib/counted-rows.ts";
import { LOCALE } from "./locale.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

/** Formats a count: `1,200`. */
export function formatNumber(count: number): string {
  return NUMBER.format(count);
}

/** Formats a count with its noun: `1 link`, `1,200 links`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}

/** The total to display. An estimate of one more than the counted maximum only means that there are more. */
export function displayedTotal(total: number, isEstimate: boolean): number {
  return isFloor(total, isEstimate) ? COUNTED_ROWS_MAX : total;
}
const isFloor = (total: number, isEstimate: boolean) => isEstimate && total <= COUNTED_ROWS_MAX + 1;

/** Formats a total for the start of a sentence: `About 12,000 leads`, or `More than 10,000 leads`. */
export function estimateLabel(words: string, total: number, isEstimate: boolean): string {
  if (!isEstimate) return words;
  return isFloor(total, isEstimate) ? `More than ${words}` : `About ${words}`;
}

/** Formats a total for the middle of a sentence. */
export function inlineEstimateLabel(words: string, total: number, isEstimate: boolean): string {
  if (!isEstimate) return words;
  return isFloor(total, isEstimate) ? `more than ${words}` : `about ${words}`;
}
