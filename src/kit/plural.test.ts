import { expect, it } from "vitest";
import { displayedTotal, estimateLabel, formatNumber, inlineEstimateLabel } from "./plural.ts";

it.each([
  [9_999, false, "9,999"],
  [10_000, false, "10,000"],
  [10_001, true, "More than 10,000"],
  [52_300, true, "About 52,300"],
] as const)("a total of %s, estimated: %s, reads %s", (total, isEstimate, words) => {
  expect(estimateLabel(formatNumber(displayedTotal(total, isEstimate)), total, isEstimate)).toBe(words);
  const inside = inlineEstimateLabel(formatNumber(displayedTotal(total, isEstimate)), total, isEstimate);
  expect(inside.toLowerCase()).toBe(words.toLowerCase());
});
