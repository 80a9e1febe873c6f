import { hash } from "node:crypto";
import type { Stripe } from "stripe";
import { BUILT_IN_PRICES, type PriceList } from "#src/features/money/entitlements/price-rules.ts";
import type { Invoice } from "./provider.ts";
import type { Discount, DuplicateSubscription, Snapshot, Status } from "./rules.ts";
import type { SubscriptionRow } from "./store.ts";

/** Stripe counts whole seconds. */
export const seconds = (time: string | Date) => Math.floor(new Date(time).getTime() / 1000);
const isoOf = (time: number) => new Date(time * 1000).toISOString();
const isoOrNull = (time: number | null) => (time === null ? null : isoOf(time));

const STATUS: Readonly<Record<string, Status>> = {
  active: "active",
  trialing: "active",
  past_due: "past_due",
  unpaid: "past_due",
  incomplete: "pending",
};

/** The metadata key for the start of a pause, because Stripe only stores its end. */
export const PAUSE_FROM = "pause_from";
/** The metadata key for the lookup key that a price was made with. */
export const PRICE = "price_list";
/** The metadata key for the coupon redemption that a subscription was bought with. */
export const REDEMPTION = "coupon_redemption";

/** The lookup key of the built-in prices in the instance's Stripe account. Others have what makes them others, too. */
const PRICE_KEY = "fanfare_premium_unit_v";

/**
 * The lookup key of a price list at Stripe. Besides its number it has a digest of its prices: test and real instances may
 * share an account, and one that was restored from a backup numbers anew.
 */
export function priceKeyOf({ number, tiers }: PriceList): string {
  if (number === BUILT_IN_PRICES.number) return PRICE_KEY + number;
  const digest = hash("sha256", JSON.stringify(tiers.map(({ from, unit_cents }) => [from, unit_cents])));
  return `${PRICE_KEY}${number}_${digest.slice(0, 12)}`;
}

/** The price list of a price at Stripe, or null for one that was made by hand. */
function priceListOf(price: Pick<Stripe.Price, "metadata" | "lookup_key"> | undefined): number | null {
  // A lookup key can go over to another price, and metadata stays.
  const key = price?.metadata?.[PRICE] ?? price?.lookup_key ?? "";
  const [, number] = /^fanfare_premium_unit_v(\d{1,9})(?:_[0-9a-f]+)?$/.exec(key) ?? [];
  return number === undefined ? null : Number(number);
}

export function snapshotOf(
  subscription: Stripe.Subscription,
  extras: readonly DuplicateSubscription[],
): Snapshot {
  const { id, metadata, pause_collection, cancel_at, cancel_at_period_end, latest_invoice } = subscription;
  const [item] = subscription.items.data;
  const period_end = isoOf(item?.current_period_end ?? subscription.start_date);
  const status = STATUS[subscription.status] ?? "ended";
  const customer = typeof subscription.customer === "object" ? subscription.customer : null;
  const isPaused = pause_collection !== null && pause_collection.resumes_at !== null;
  const invoice = typeof latest_invoice === "object" ? latest_invoice : null;
  const isFailing = status === "past_due";
  return {
    id,
    status,
    units: item?.quantity ?? 0,
    price_list: priceListOf(item?.price),
    period_start: isoOf(item?.current_period_start ?? subscription.start_date),
    period_end,
    cancel_at: isoOrNull(cancel_at) ?? (cancel_at_period_end ? period_end : null),
    pause_from: isPaused ? metadata[PAUSE_FROM] || period_end : null,
    pause_until: isPaused ? isoOrNull(pause_collection.resumes_at) : null,
    failing_since: isFailing ? isoOf(invoice?.created ?? subscription.start_date) : null,
    failed_tries: isFailing ? (invoice?.attempt_count ?? 1) : 0,
    discount: discountOf(subscription.discounts, period_end),
    // Stripe's balance is what customers owe.
    credit_cents: customer && !customer.deleted ? Math.max(0, -customer.balance) : 0,
    redemption: metadata[REDEMPTION] || null,
    extras,
  };
}

/** Returns the snapshot of a subscription that Stripe no longer has, as far as we know it. */
export function endedOf(row: SubscriptionRow, id: string): Snapshot {
  const { units, failing_since, failed_tries, created_at } = row;
  const { period_start, period_end } = row;
  return {
    id,
    status: "ended",
    units,
    price_list: null,
    failing_since,
    failed_tries,
    period_start: period_start ?? created_at,
    period_end: period_end ?? created_at,
    cancel_at: null,
    pause_from: null,
    pause_until: null,
    discount: null,
    credit_cents: 0,
    redemption: null,
    extras: [],
  };
}

function discountOf(discounts: Stripe.Subscription["discounts"], periodEnd: string): Discount | null {
  const [discount] = discounts;
  if (typeof discount !== "object" || typeof discount.source.coupon !== "object") return null;
  const { coupon } = discount.source;
  if (!coupon) return null;
  return {
    percent_off: coupon.percent_off,
    amount_off_cents: coupon.amount_off,
    // A discount for a single invoice has no end, and is over with the period.
    until: isoOrNull(discount.end) ?? (coupon.duration === "once" ? periodEnd : null),
  };
}

/** The metadata key for the account of a subscription from our checkout. */
export const ACCOUNT = "account";

const RUNNING = 0;

function rankOf({ status }: Stripe.Subscription): number {
  const own = STATUS[status];
  return own === undefined ? 2 : own === "pending" ? 1 : RUNNING;
}

/**
 * Picks the subscription that counts: the first one running, else the last one pending or ended. So it's the
 * same one however many more are paid for.
 */
export function currentOf(all: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const inOrder = (a: Stripe.Subscription, b: Stripe.Subscription) =>
    (a.created - b.created || (a.id < b.id ? -1 : 1)) * (rankOf(a) === RUNNING ? 1 : -1);
  return [...all].sort((a, b) => rankOf(a) - rankOf(b) || inOrder(a, b))[0];
}

/**
 * Returns other running subscriptions from our checkout. The ones that the instance's owner sold by hand
 * aren't ours to end.
 */
export function duplicatesOf(
  all: readonly Stripe.Subscription[],
  current: Stripe.Subscription,
): DuplicateSubscription[] {
  if (rankOf(current) !== RUNNING) return [];
  return all
    .filter((one) => one.id !== current.id && rankOf(one) === RUNNING && one.metadata[ACCOUNT])
    .map(({ id, items, latest_invoice }) => ({
      id,
      units: items.data[0]?.quantity ?? 0,
      paid_cents: typeof latest_invoice === "object" ? (latest_invoice?.amount_paid ?? 0) : 0,
    }));
}

const LISTED_STATUSES = ["paid", "open", "uncollectible"] as const;

/** Maps an invoice that concerns people; drafts and voided ones don't. */
export function invoiceOf(invoice: Stripe.Invoice): Invoice[] {
  const status = LISTED_STATUSES.find((one) => one === invoice.status);
  if (!status) return [];
  const { number, id, created, total, hosted_invoice_url } = invoice;
  const discount_cents = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const url = hosted_invoice_url ?? null;
  return [{ number: number ?? id, at: isoOf(created), total_cents: total, discount_cents, status, url }];
}
