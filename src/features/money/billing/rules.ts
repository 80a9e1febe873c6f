/* The dashboard shows these texts. */
import type { CouponDiscount } from "#src/features/money/coupons/rules.ts";
import { dollars, type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { addDays, DAY_MS } from "#src/lib/time.ts";

/** `stripe` takes real money. Without its keys, `sandbox` stands in for it, and no money moves. */
export const PROVIDERS = ["stripe", "sandbox"] as const;
export type ProviderKind = (typeof PROVIDERS)[number];

/** `pending`: the first payment hasn't gone through. `past_due`: a later one hasn't. */
export const STATUSES = ["pending", "active", "past_due", "ended"] as const;
export type Status = (typeof STATUSES)[number];

/** The time that premium lasts after a payment has failed. Pages stay up even after that. */
export const GRACE_DAYS = 14;
/** People are warned this many days before it ends. */
export const GRACE_WARNING_DAYS = 3;
export const PAUSE_MONTHS_MAX = 3;
/** The maximum age of a previewed price when it's accepted. */
export const PREVIEW_MINUTES_MAX = 60;
/** The discount for people who would cancel because of the price, given once. */
export const RETENTION_PERCENT = 20;
export const RETENTION_MONTHS = 3;

/** Reduces each invoice, until a moment or forever. */
export interface Discount {
  percent_off: number | null;
  amount_off_cents: number | null;
  until: string | null;
}

/** The terms of a new discount. It ends after some months, or never. */
export type NewDiscount = CouponDiscount;

/** Returns the discount that begins at `at`. Each of its months ends as a paid month would. */
export function startDiscount({ months, ...discount }: NewDiscount, at: string): Discount {
  const ends = Array.from({ length: months ?? 0 }).reduce<string>((time) => addMonths(time, 1), at);
  return { ...discount, until: months === null ? null : ends };
}

/** The provider's state of a subscription. Every decision of the product follows from it. */
export interface Snapshot {
  id: string;
  status: Status;
  units: number;
  /** The number of its price list. Null if the provider has it under a price that isn’t ours. */
  price_list: number | null;
  period_start: string;
  period_end: string;
  /** The time when it ends, if it was canceled. */
  cancel_at: string | null;
  pause_from: string | null;
  pause_until: string | null;
  /** The time when a payment first failed, and the number of attempts. */
  failing_since: string | null;
  failed_tries: number;
  discount: Discount | null;
  /** The provider's debt to the account, deducted from the next invoices. */
  credit_cents: number;
  /** The coupon redemption that it was bought with. */
  redemption: string | null;
  /** Other running subscriptions, because someone paid in two tabs. */
  extras: readonly DuplicateSubscription[];
}

/** An unintended second subscription. It's ended, and its payments are refunded. */
export interface DuplicateSubscription {
  id: string;
  units: number;
  paid_cents: number;
}

type Times = Pick<
  Snapshot,
  "status" | "units" | "cancel_at" | "pause_from" | "pause_until" | "failing_since"
>;

/** Returns the time when premium ends because of a payment that keeps failing. */
export function graceEnd({ failing_since }: Pick<Times, "failing_since">): string | null {
  return failing_since && addDays(failing_since, GRACE_DAYS);
}

/**
 * The current state of the account's subscription. `pausing` and `ending` still have everything, `failing`
 * has it until the grace period is over, and then it's `lapsed`.
 */
export const STATES = [
  "none",
  "pending",
  "active",
  "ending",
  "pausing",
  "paused",
  "failing",
  "lapsed",
] as const;
export type SubscriptionState = (typeof STATES)[number];

export function stateOf(subscription: Times | undefined, now: Date): SubscriptionState {
  if (!subscription || subscription.status === "ended") return "none";
  const { status, cancel_at, pause_from, pause_until } = subscription;
  if (status === "pending") return "pending";
  const time = now.toISOString();
  if (cancel_at !== null && cancel_at <= time) return "none";
  if (status === "past_due") return (graceEnd(subscription) ?? time) > time ? "failing" : "lapsed";
  if (pause_from !== null && pause_until !== null && pause_until > time)
    return pause_from > time ? "pausing" : "paused";
  return cancel_at === null ? "active" : "ending";
}

/** Returns the units that the account currently gets. The price rule may give more than were billed. */
export function grantedUnits(
  subscription: Times | undefined,
  { tiers, now }: Pick<PriceList, "tiers"> & { now: Date },
): number {
  const has = ["active", "ending", "pausing", "failing"].includes(stateOf(subscription, now));
  return subscription && has ? quoteFor(tiers, subscription.units).units : 0;
}

/** True if the result of call number `begun` is older than the stored one. */
export function isSuperseded(stored: { sync_done: number }, begun: number): boolean {
  return begun < stored.sync_done;
}

export function discounted(cents: number, discount: Discount | null, at: Date): number {
  if (!discount || (discount.until !== null && discount.until <= at.toISOString())) return cents;
  const off = discount.amount_off_cents ?? Math.round((cents * (discount.percent_off ?? 0)) / 100);
  return Math.max(0, cents - off);
}

/** Formats "20% off" or "$5.00 off". */
export function formatDiscount({ percent_off, amount_off_cents }: Discount): string {
  return amount_off_cents === null ? `${percent_off}% off` : `${dollars(amount_off_cents)} off`;
}

export interface Proration {
  due_now_cents: number;
  /** The part of the old price that is given back. */
  credit_cents: number;
}

export interface Change extends Proration {
  /** The credit after the change, deducted from the next invoices. */
  balance_cents: number;
}

/** Returns the cost of a change for someone who has `balance` cents of credit, which pay first. */
export function withBalance({ due_now_cents: due, credit_cents }: Proration, balance: number): Change {
  const used = Math.min(balance, due);
  return { due_now_cents: due - used, credit_cents, balance_cents: balance - used + credit_cents };
}

interface UnitsChange extends Pick<Snapshot, "units" | "period_start" | "period_end" | "discount"> {
  tiers: PriceList["tiers"];
  to: number;
  at: Date;
}

/**
 * Returns the cost of changing units in the middle of a period, to the cent: the unused part of the old price
 * is given back, and the same part of the new one is charged.
 */
export function prorate(change: UnitsChange): Proration {
  const { tiers, units, to, period_start, period_end, discount, at } = change;
  const [start, end] = [Date.parse(period_start), Date.parse(period_end)];
  const left = Math.min(1, Math.max(0, (end - at.getTime()) / (end - start)));
  const part = (quantity: number) =>
    Math.round(discounted(quoteFor(tiers, quantity).total_cents, discount, at) * left);
  const due = part(to) - part(units);
  return { due_now_cents: Math.max(0, due), credit_cents: Math.max(0, -due) };
}

/** The same day some months later, or that month's last day: January 31 is followed by February 28. */
export function addMonths(time: string, months: number): string {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.toISOString();
}

/** Returns whole days from now until `time`, at least 0. */
export function daysUntil(time: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(time) - now.getTime()) / DAY_MS));
}

export const CANCEL_REASONS = [
  "too_expensive",
  "too_many_units",
  "break",
  "missing",
  "switching",
  "other",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Offers that might keep people from canceling. */
export const OFFERS = ["discount", "fewer_units", "pause"] as const;
export type Offer = (typeof OFFERS)[number];

interface Candidate {
  units: number;
  had_discount: boolean;
  discount?: Discount | null;
}

/** Returns the one offer that fits a reason. A discount is only offered once, and would replace any other. */
export function offerFor(reason: CancelReason, candidate: Candidate): Offer {
  const { units, discount = null } = candidate;
  const had_discount = candidate.had_discount || discount !== null;
  const cheaper = units > 1 ? "fewer_units" : "pause";
  if (reason === "too_many_units") return cheaper;
  if (reason === "too_expensive") return had_discount ? cheaper : "discount";
  if (reason === "switching" && !had_discount) return "discount";
  return "pause";
}
