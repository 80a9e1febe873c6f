import type { ReservedCoupon } from "#src/features/money/coupons/coupons.ts";
import type { PriceList, Quote } from "#src/features/money/entitlements/price-rules.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { BILLING_ERRORS } from "./contract.ts";
import type { Change, NewDiscount, ProviderKind, Snapshot } from "./rules.ts";
import type { SubscriptionRow } from "./store.ts";

export interface Invoice {
  number: string;
  at: string;
  total_cents: number;
  discount_cents: number;
  status: "paid" | "open" | "uncollectible";
  /** The invoice's URL. Null in the sandbox. */
  url: string | null;
}

export interface Order {
  row: SubscriptionRow;
  quote: Quote;
  prices: PriceList;
  email: string;
  coupon: ReservedCoupon | undefined;
}

/**
 * The service that takes the money. Nothing here changes an account's limits. They follow from the next
 * `findSnapshot`. Throws `ProviderDown` if it can't be reached.
 */
export interface Provider {
  readonly kind: ProviderKind;
  startCheckout(ctx: Ctx, order: Order): Promise<string>;
  /**
   * Puts the subscription under another price list, for its next invoices. What’s paid already stays as it is. May be called
   * again.
   */
  changePrices(platform: Platform, row: SubscriptionRow, prices: PriceList): Promise<void>;
  preview(ctx: Ctx, row: SubscriptionRow, change: { units: number; at: Date }): Promise<Change>;
  changeUnits(ctx: Ctx, row: SubscriptionRow, change: { units: number; at: Date }): Promise<void>;
  setCanceled(platform: Platform, row: SubscriptionRow, isCanceled: boolean): Promise<void>;
  pause(ctx: Ctx, row: SubscriptionRow, times: { from: string; until: string }): Promise<void>;
  unpause(ctx: Ctx, row: SubscriptionRow): Promise<void>;
  giveDiscount(ctx: Ctx, row: SubscriptionRow, discount: NewDiscount): Promise<void>;
  setEmail(platform: Platform, row: SubscriptionRow, email: string): Promise<void>;
  /** Takes effect immediately, because the account is going to be deleted. */
  end(platform: Platform, row: SubscriptionRow): Promise<void>;
  /** Ends a duplicate subscription and refunds its payments. May be called again. */
  endDuplicate(platform: Platform, id: string): Promise<void>;
  /** Returns the URL where people change their card, their address, and their tax ID. */
  portal(ctx: Ctx, row: SubscriptionRow): Promise<string>;
  findSnapshot(platform: Platform, row: SubscriptionRow): Promise<Snapshot | undefined>;
  listInvoices(ctx: Ctx, row: SubscriptionRow): Promise<Invoice[]>;
}

/** The provider didn't respond, or refused for a reason that people can't do anything about. */
export class ProviderDown extends Error {
  constructor(cause: unknown) {
    super("The payment provider can't be reached.", { cause });
    this.name = "ProviderDown";
  }
}

/** The provider doesn't have the thing to change, or it's not in a state that can be changed. */
export class ProviderRefused extends ProviderDown {}

export class CardDeclined extends Error {
  constructor(cause?: unknown) {
    super("The card was declined.", { cause });
    this.name = "CardDeclined";
  }
}

export async function mapProviderErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CardDeclined) throw failure(BILLING_ERRORS, "CARD_DECLINED");
    if (error instanceof ProviderDown) throw failure(BILLING_ERRORS, "PROVIDER_DOWN");
    throw error;
  }
}
