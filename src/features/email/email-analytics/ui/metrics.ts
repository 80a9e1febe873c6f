import { ATTRIBUTION_DAYS } from "#src/features/audience/orders/rules.ts";
import {
  formatPart,
  formatPercent,
  METRICS,
  type MetricFigures,
  type Metric as MetricOf,
} from "#src/features/email/campaigns/ui/shared/metrics.ts";
import { formatMoney } from "#src/kit/format-money.ts";
import { plural } from "#src/kit/plural.ts";
import type { Conversion } from "../contract.ts";

type Metric = MetricOf<MetricFigures & Partial<Conversion>>;

const CONVERSIONS: Metric = {
  key: "conversion",
  title: "Bought",
  short: "Bought",
  definition: `People who ordered within ${ATTRIBUTION_DAYS} days of their last click in an e-mail, of those delivered. Each counts once, with their first order.`,
  value: ({ conversion_rate = null }) => formatPercent(conversion_rate),
  detail: ({ conversions = 0, delivered }) => formatPart(conversions, delivered),
};

const REVENUE: Metric = {
  key: "revenue",
  title: "Revenue",
  short: "Revenue",
  definition: `All orders within ${ATTRIBUTION_DAYS} days of their buyer’s last click in an e-mail, each once, as your shop reported them.`,
  value: ({ revenue = [] }) =>
    revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(" + ") || "–",
  detail: ({ revenue = [] }) =>
    plural(
      revenue.reduce((sum, { orders }) => sum + orders, 0),
      "order",
    ),
};

type MetricRow = Partial<Conversion> & { recipients?: number | null };

/**
 * Metrics about orders appear only if there can be any, and after the clicks that led to them. Recipients are left out
 * where nothing has a list of them.
 */
export function metricsOf(rows: readonly MetricRow[]): readonly Metric[] {
  const hasLists = rows.some(({ recipients }) => recipients !== null);
  const metrics = METRICS.filter(({ key }) => hasLists || key !== "recipients");
  if (rows.every(({ revenue = [] }) => revenue.length === 0)) return metrics;
  const after = metrics.findIndex(({ key }) => key === "click_to_open") + 1;
  return metrics.toSpliced(after, 0, CONVERSIONS, REVENUE);
}
