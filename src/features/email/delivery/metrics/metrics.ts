/* Computes figures from counts (email.md 5.11). */
import { type Counts, countsSchema, type Metrics, type Rates } from "../metrics-contract.ts";

export { countBatches, countTotals } from "./metrics-store.ts";

const NAMES = Object.keys(countsSchema.shape) as (keyof Counts)[];

/** Null if the divisor is 0. */
export const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);

export function ratesOf(counts: Counts): Rates {
  const { sent, delivered, delivered_tracked: tracked, opened, clicked } = counts;
  return {
    delivery: share(delivered, sent),
    open: share(opened, tracked),
    // Without tracking, it's unknown.
    click: tracked > 0 ? share(clicked, delivered) : null,
    // A click implies an open, whether or not the inbox loads pictures.
    click_to_open: share(clicked, opened + counts.clicked_unopened),
    bounce_hard: share(counts.bounced_hard, sent + counts.refused),
    bounce_soft: share(counts.bounced_soft, sent),
    complaint: share(counts.complained, counts.delivered_reporting),
    unsubscribe: share(counts.unsubscribed, delivered),
    reply: share(counts.replied, delivered),
  };
}

/** Picks the figures from a row that may have more columns, or zeros without a row. */
export function figuresOf(row?: Counts): Metrics {
  const counts = Object.fromEntries(NAMES.map((name) => [name, row ? row[name] : 0])) as unknown as Counts;
  return { ...counts, rates: ratesOf(counts) };
}
