import type { LinkOptionValues } from "./link-options.ts";

/** The options that are on, in a word or two each. */
export function optionLabels(
  link: Pick<LinkOptionValues, "show_adult_warning" | "is_ab_test" | "is_limited">,
): string[] {
  const labels = [
    ["18+", link.show_adult_warning],
    ["A/B test", link.is_ab_test],
    ["Location", link.is_limited],
  ] as const;
  return labels.flatMap(([label, isOn]) => (isOn ? [label] : []));
}
