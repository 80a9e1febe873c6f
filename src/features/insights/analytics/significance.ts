import type { Analytics } from "./contract.ts";
import type { Period } from "./period.ts";
import { spreadOf, verdictOf } from "./significance-rules.ts";
import type { Figures } from "./store.ts";

type Totals = Analytics["totals"];

/** Decides for each figure whether it differs from the period before by more than chance. */
export function verdictsOf(
  { from, to, previousFrom, previousTo, step }: Period,
  { totals, previous }: { totals: Totals; previous: Totals },
  buckets: readonly Figures[],
): Analytics["verdicts"] {
  const [now, before] = [to - from, previousTo - previousFrom];
  // Hours vary with the time of day, which both periods have in common; the days at both ends may be parts of days.
  const days = step === "minute" || step === "hour" ? [] : buckets.slice(1, -1);
  const spread = (read: (row: Figures) => number) => spreadOf(days.map(read));
  const count = (name: "views" | "visitors" | "clicks") =>
    verdictOf(
      { count: totals[name], exposure: now },
      { count: previous[name], exposure: before },
      spread((row) => row[name]),
    );
  return {
    views: count("views"),
    visitors: count("visitors"),
    clicks: count("clicks"),
    // Clicks from views, of which there's nothing to tell about without any.
    click_rate: verdictOf(
      { count: totals.clicks, exposure: totals.views },
      { count: previous.clicks, exposure: previous.views },
    ),
  };
}
