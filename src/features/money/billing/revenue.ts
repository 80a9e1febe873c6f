import { quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import type { Platform } from "#src/platform/context.ts";
import { providerOf } from "./providers.ts";
import { discounted } from "./rules.ts";
import { listSubscriptionSizes } from "./store.ts";

/** What running subscriptions bring in each month at today's units, prices and discounts, in cents before taxes. */
export async function findMonthlyRevenue(platform: Platform): Promise<number> {
  const now = platform.now();
  const provider = providerOf(platform).kind;
  const sizes = await listSubscriptionSizes(platform.db, { provider, now: now.toISOString() });
  let cents = 0;
  for (const { units, price_list, discount, accounts } of sizes) {
    const { tiers } = await findPrices(platform, price_list);
    cents += accounts * discounted(quoteFor(tiers, units).total_cents, discount, now);
  }
  return cents;
}
