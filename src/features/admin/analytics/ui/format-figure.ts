import { formatCount } from "#src/features/insights/analytics/ui/shared/numbers.ts";
import { formatMoney } from "#src/kit/format-money.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { METRICS, type MetricName } from "../rules.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"];
const STEP = 1000;

/** Formats a number of bytes as people say it: 1.2 GB. */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)));
  return new Intl.NumberFormat(LOCALE, {
    style: "unit",
    unit: UNITS[power],
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / STEP ** power);
}

/** Prices are in dollars (spec §9). */
const formatCents = (cents: number) => formatMoney(cents, "USD");

export function figureFormat(metric: MetricName): (figure: number) => string {
  const { unit } = METRICS[metric];
  if (unit === "bytes") return formatBytes;
  return unit === "cents" ? formatCents : formatCount;
}
