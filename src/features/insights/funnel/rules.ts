/** From seeing the page to buying something. */
export const FUNNEL_STEPS = ["view", "click", "lead", "confirmed", "order"] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** The part of a whole; null if there's no whole, or if the part is larger, which isn't a part. */
export function shareOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole === 0 || part > whole) return null;
  return part / whole;
}

/** What half of the values are at or below (0.5), or nine in ten (0.9). Sorts them. Null without any. */
export function quantile(values: Float64Array, part: number): number | null {
  if (values.length === 0) return null;
  values.sort();
  const place = (values.length - 1) * part;
  const [low = 0, high = low] = values.subarray(Math.floor(place), Math.floor(place) + 2);
  return Math.round(low + (high - low) * (place - Math.floor(place)));
}
