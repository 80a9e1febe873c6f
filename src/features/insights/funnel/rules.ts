/** From seeing the page to buying something. */
export const FUNNEL_STEPS = ["view", "click", "lead", "confirmed", "order"] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** The part of a whole; null if there's no whole, or if the part is larger, which isn't a part. */
export function shareOf(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole === 0 || part > whole) return null;
  return part / whole;
}

/** Values of up to 2^27, a day of milliseconds, in 2^16 ranges. */
const RANGE_BITS = 11;
const RANGES = 1 << 16;

/**
 * Returns what half of the values are at or below (0.5), or nine in ten (0.9); null without any. Sorting all of them would
 * take ten times as long.
 */
export function quantiles(
  lists: readonly (readonly number[])[],
  parts: readonly number[],
): (number | null)[] {
  const counts = new Uint32Array(RANGES);
  let total = 0;
  for (const list of lists) {
    total += list.length;
    for (const value of list) (counts[value >>> RANGE_BITS] as number)++;
  }
  return parts.map((part) => {
    if (total === 0) return null;
    let rank = Math.ceil(part * total) - 1;
    let range = 0;
    while (rank >= (counts[range] as number)) rank -= counts[range++] as number;
    const within = lists.flatMap((list) => list.filter((value) => value >>> RANGE_BITS === range));
    return within.sort((a, b) => a - b)[rank] ?? null;
  });
}
