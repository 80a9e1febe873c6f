import type { PeriodSearch } from "#src/features/insights/analytics/ui/shared/period.ts";

export interface MailAnalyticsSearch extends PeriodSearch {
  /** The campaign, or the sending account, that the figures are limited to. */
  campaign?: string;
  mailbox?: string;
  /** What sent the e-mail that the figures are limited to. */
  kind?: string;
}
