import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import type { PeriodSearch } from "./shared/period.ts";

/** What the address of the analytics holds: everything that decides which figures are shown. */
export interface AnalyticsSearch extends PeriodSearch {
  /** A step of the chart, unless it’s the usual one. */
  step?: string;
  /** `year` compares with the same days a year before. */
  compare?: string;
  bots?: "yes";
  /** As `filter-rules.ts` writes it. */
  filter?: string;
}

export function parseAnalyticsSearch(raw: RawSearch): AnalyticsSearch {
  return {
    ...searchTexts(raw, ["period", "from", "to", "step", "filter"]),
    ...(raw.compare === "year" && { compare: "year" }),
    ...(raw.bots === "yes" && { bots: "yes" }),
  };
}
