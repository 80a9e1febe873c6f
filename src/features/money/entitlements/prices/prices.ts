/*
 * The prices of premium as numbered lists. A subscription stays under the list that it was bought under. What counts for
 * new ones is asked of the database each time, so no node is behind.
 */
import { BUILT_IN_PRICES, type PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { findLatestList, findList, type PriceListRow } from "./price-store.ts";

export { insertList, listLists, lockPriceLists } from "./price-store.ts";

/** Lists never change, so they're kept as long as the process runs. */
const known = processLocal(() => new Map<number, PriceList>([[BUILT_IN_PRICES.number, BUILT_IN_PRICES]]));

export function toPriceList({ number, tiers, most_popular_from }: PriceListRow): PriceList {
  return { number, tiers, most_popular_from };
}

/** Returns the prices of whoever buys now. */
export async function findCurrentPrices({ db }: Pick<Platform, "db">): Promise<PriceList> {
  const row = await findLatestList(db);
  return row ? toPriceList(row) : BUILT_IN_PRICES;
}

/** Returns the prices under a number. Those of the specification if there’s no such list. */
export async function findPrices(platform: Platform, number: number | null): Promise<PriceList> {
  if (number === null) return BUILT_IN_PRICES;
  const kept = known(platform).get(number);
  if (kept) return kept;
  const row = await findList(platform.db, number);
  if (!row) return BUILT_IN_PRICES;
  const list = toPriceList(row);
  known(platform).set(number, list);
  return list;
}
