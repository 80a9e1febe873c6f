import type { PeriodSearch } from "#src/features/insights/analytics/ui/shared/period.ts";
import { METRIC_NAMES, type MetricName } from "../rules.ts";

export interface OverviewSearch extends PeriodSearch {
  /** The length of the chart's points. */
  step?: string;
  /** The figure that's shown over time. */
  metric?: string;
}

export function metricIn({ metric }: OverviewSearch): MetricName {
  return METRIC_NAMES.find((known) => known === metric) ?? "signups";
}
