import { type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import type { Platform } from "#src/platform/context.ts";
import type { SubscriptionRow } from "./store.ts";

/** Prices that a subscription's owner was told of, and the time from which its invoices have them. */
interface ComingPrices {
  prices: PriceList;
  at: string;
}

type ComingSource = (platform: Platform, row: SubscriptionRow) => Promise<ComingPrices | undefined>;

let findIn: ComingSource = async () => undefined;

/** Called on load by the slice that moves subscriptions to other prices. */
export function registerComingPrices(source: ComingSource): void {
  findIn = source;
}

export const findComingPrices: ComingSource = (platform, row) => findIn(platform, row);

/** Returns the list that an invoice at that time is under. */
export function pricesAt(at: string, now: PriceList, coming: ComingPrices | undefined): PriceList {
  return coming && coming.at <= at ? coming.prices : now;
}

/** For the owner: the price of the current units by month, before discounts and taxes. */
export function toComing({ units }: SubscriptionRow, { prices, at }: ComingPrices) {
  return { at, total_cents: quoteFor(prices.tiers, units).total_cents };
}
