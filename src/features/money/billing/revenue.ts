import { quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { providerOf } from "./providers.ts";
import { discounted } from "./rules.ts";
import { listSubscriptionSizes } from "./store.ts";

/** What running subscriptions bring in each month at today's units and discounts, in cents before taxes. */
export async function findMonthlyRevenue(platform: Platform): Promise<number> {
  const now = platform.now();
  const provider = providerOf(platform).kind;
  const sizes = await listSubscriptionSizes(platform.db, { provider, now: now.toISOString() });
  return sizes.reduce(
    (sum, { units, discount, accounts }) =>
      sum + accounts * discounted(quoteFor(units).total_cents, discount, now),
    0,
  );
}
