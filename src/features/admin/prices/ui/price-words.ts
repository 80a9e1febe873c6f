import { dollars, type PriceTier } from "#src/features/money/entitlements/price-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";

/** The quantities of a tier: `1–10`, `101+`. */
export function rangeOf({ from, to }: Pick<PriceTier, "from" | "to">): string {
  if (to === null) return `${formatNumber(from)}+`;
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** A list in one line: `1–10: $3.00, 11+: $2.75`. */
export function tiersText(tiers: readonly PriceTier[]): string {
  return tiers.map((tier) => `${rangeOf(tier)}: ${dollars(tier.unit_cents)}`).join(" · ");
}
