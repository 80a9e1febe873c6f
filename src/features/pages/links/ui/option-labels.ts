import type { Link } from "#src/features/pages/links/contract.ts";

/** The options that matter most, in a word or two each, where they're on. Short, because the list loads it first. */
export function optionLabels(link: Link): string[] {
  const { expires_at, expires_clicks, opened_count } = link;
  const isOver =
    Date.parse(expires_at ?? "") <= Date.now() || (expires_clicks && expires_clicks <= opened_count);
  return [
    link.staff_hidden && "Hidden by staff",
    isOver && "Expired",
    link.schedule && "Scheduled",
    link.has_password && "Locked",
    (link.show_adult_warning || link.staff_adult) && "18+",
    link.is_ab_test && "A/B test",
    link.geo_restrictions && "Location",
  ].flatMap((label) => label || []);
}
