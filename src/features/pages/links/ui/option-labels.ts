import type { Link } from "#src/features/pages/links/contract.ts";

/** The options that are on, in a word or two each. */
export function optionLabels(link: Link, now = Date.now()): string[] {
  const { expires_at, expires_clicks, opened_count } = link;
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  const isUsedUp = expires_clicks !== null && opened_count >= expires_clicks;
  const labels = [
    ["Expired", isOver || isUsedUp],
    ["Scheduled", link.schedule !== null],
    ["Locked", link.has_password],
    ["18+", link.show_adult_warning],
    ["A/B test", link.is_ab_test],
    ["Location", link.geo_restrictions !== null],
    ["Audience", link.audience !== null],
  ] as const;
  return labels.flatMap(([label, isOn]) => (isOn ? [label] : []));
}
