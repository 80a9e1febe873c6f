import { LOCALE } from "./locale.ts";

/** Formats an amount in a currency's smallest unit. `currency` is its ISO 4217 code. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
