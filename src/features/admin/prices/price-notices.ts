import { registerComingPrices } from "#src/features/money/billing/coming-prices.ts";
import { findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { findComingMove } from "./move-store.ts";

registerComingPrices(async (platform, { account, price_list }) => {
  const coming = price_list === null ? undefined : await findComingMove(platform.db, { account, price_list });
  return coming && { prices: await findPrices(platform, coming.to_list), at: coming.moves_at };
});
