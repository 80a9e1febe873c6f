import type { PeriodSearch } from "#src/features/insights/analytics/ui/shared/period.ts";

export interface MailAnalyticsSearch extends PeriodSearch {
  /** The only campaign, or the only sending account, whose figures are shown. */
  campaign?: string;
  mailbox?: string;
}
