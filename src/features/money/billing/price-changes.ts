import type { PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { ProviderRefused } from "./provider.ts";
import { currentRow, providerOf } from "./providers.ts";
import { findSubscription } from "./store.ts";
import { syncSubscription } from "./sync.ts";

/**
 * Puts a subscription under another price list for its next invoices, if it's under `from`. True if it's under the other one
 * now. May be called again.
 */
export async function changePrices(
  platform: Platform,
  account: string,
  { from, prices }: { from: number; prices: PriceList },
): Promise<boolean> {
  const row = currentRow(platform, await findSubscription(platform.db, account));
  if (row?.price_list === from) {
    await providerOf(platform)
      .changePrices(platform, row, prices)
      .catch((error: unknown) => {
        // It has probably ended at the provider. The next fetch tells.
        if (!(error instanceof ProviderRefused)) throw error;
      });
    await syncSubscription(platform, account);
  }
  const now = currentRow(platform, await findSubscription(platform.db, account));
  return now?.price_list === prices.number;
}
