import { dollars, type PriceTier, rangeOf } from "#src/features/money/entitlements/price-rules.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { PriceMove } from "../contract.ts";

/** Until its day, nobody has been moved and it can be called off. */
export function isStillPlanned({ canceled_at, moves_at }: PriceMove): boolean {
  return canceled_at === null && moves_at > new Date().toISOString();
}

/** A list in one line: `1–10: $3.00, 11+: $2.75`. */
export function tiersText(tiers: readonly PriceTier[]): string {
  return tiers.map((tier) => `${rangeOf(tier, formatNumber)}: ${dollars(tier.unit_cents)}`).join(" · ");
}
