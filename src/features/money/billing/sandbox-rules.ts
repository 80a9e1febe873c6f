import { BUILT_IN_PRICES, type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { addDays } from "#src/lib/time.ts";
import {
  addMonths,
  type Discount,
  discounted,
  GRACE_DAYS,
  type NewDiscount,
  prorate,
  type Snapshot,
  startDiscount,
} from "./rules.ts";

/** Days after the first failure on which a payment is retried. */
const RETRY_DAYS = [1, 3, 5, 7] as const;
const INVOICES_KEPT = 36;

/** Like Stripe, it keeps the prices that something was bought at. Rows from before there were several have none. */
interface Priced {
  prices?: PriceList;
}

interface SandboxSubscription extends Omit<Snapshot, "credit_cents" | "extras" | "price_list">, Priced {
  next_try_at: string | null;
}

export interface SandboxInvoice {
  number: string;
  at: string;
  total_cents: number;
  discount_cents: number;
  status: "paid" | "open" | "uncollectible";
}

export interface SandboxCheckout extends Priced {
  id: string;
  units: number;
  discount: NewDiscount | null;
  /** The coupon redemption reserved for it, and the resulting deadline to pay. */
  redemption: string | null;
  expires_at: string | null;
}

/** A customer of the sandbox, as Stripe would store them. */
export interface SandboxState {
  subscription: SandboxSubscription | null;
  checkout: SandboxCheckout | null;
  card: "works" | "declines";
  tax_id: string;
  credit_cents: number;
  /** Newest first. */
  invoices: SandboxInvoice[];
  invoice_count: number;
}

export const NEW_CUSTOMER: SandboxState = {
  subscription: null,
  checkout: null,
  card: "works",
  tax_id: "",
  credit_cents: 0,
  invoices: [],
  invoice_count: 0,
};

/** The new state, and the names of the events that Stripe would send. */
export interface SandboxTransition {
  state: SandboxState;
  events: string[];
}

interface Charge {
  cents: number;
  /** The discount already deducted from those. */
  discount_cents?: number;
  at: string;
  isPaid: boolean;
}

/** Returns what's left of an amount after credit. Nothing is charged to a card if that's zero. */
const leftToPay = ({ credit_cents }: SandboxState, cents: number) => Math.max(0, cents - credit_cents);

function charge(state: SandboxState, { cents, discount_cents = 0, at, isPaid }: Charge): SandboxState {
  const used = cents - leftToPay(state, cents);
  const invoice_count = state.invoice_count + 1;
  const number = `SANDBOX-${String(invoice_count).padStart(4, "0")}`;
  const status = isPaid ? "paid" : "open";
  const invoice = { number, at, total_cents: cents - used, discount_cents, status } as const;
  return {
    ...state,
    credit_cents: state.credit_cents - used,
    invoice_count,
    invoices: [invoice, ...state.invoices].slice(0, INVOICES_KEPT),
  };
}

export const pricesOf = ({ prices = BUILT_IN_PRICES }: Priced): PriceList => prices;

/** Returns a month's price at `at`, and the amount of its discount. */
function priceOf({ units, discount, ...priced }: Pick<Snapshot, "units" | "discount"> & Priced, at: string) {
  const { total_cents } = quoteFor(pricesOf(priced).tiers, units);
  const cents = discounted(total_cents, discount, new Date(at));
  return { cents, discount_cents: total_cents - cents };
}

/** Returns the amount that a checkout charges at `at`. */
export function dueFor(checkout: SandboxCheckout, at: string): number {
  const { discount } = checkout;
  return priceOf({ ...checkout, discount: discount && startDiscount(discount, at) }, at).cents;
}

/** Pays a checkout. A declined card changes nothing, as in Stripe's checkout. */
export function payCheckout(
  state: SandboxState,
  { id, now }: { id: string; now: Date },
): SandboxTransition | undefined {
  const { checkout } = state;
  if (checkout?.id !== id || (state.subscription && state.subscription.status !== "ended")) return undefined;
  const at = now.toISOString();
  const { units, discount, redemption, expires_at } = checkout;
  const prices = pricesOf(checkout);
  if (expires_at && expires_at <= at) return undefined;
  const subscription: SandboxSubscription = {
    id: `sub_${id}`,
    status: "active",
    units,
    prices,
    period_start: at,
    period_end: addMonths(at, 1),
    cancel_at: null,
    pause_from: null,
    pause_until: null,
    failing_since: null,
    failed_tries: 0,
    discount: discount && startDiscount(discount, at),
    redemption,
    next_try_at: null,
  };
  const paid = charge(state, { ...priceOf(subscription, at), at, isPaid: true });
  return {
    state: { ...paid, subscription, checkout: null },
    events: ["checkout.session.completed", "customer.subscription.created", "invoice.paid"],
  };
}

/** Processes everything that has come due, in order: renewals, retries, and ends. */
export function bill(state: SandboxState, now: Date): SandboxTransition {
  const time = now.toISOString();
  const events: string[] = [];
  let current = state;
  for (let step = due(current, time); step; step = due(current, time)) {
    current = step.state;
    events.push(...step.events);
  }
  return { state: current, events };
}

function due(state: SandboxState, time: string): SandboxTransition | undefined {
  const { subscription } = state;
  if (!subscription || subscription.status === "ended") return undefined;
  if (subscription.status === "past_due") return retry(state, subscription, time);
  return subscription.period_end <= time ? renew(state, subscription) : undefined;
}

function renew(state: SandboxState, subscription: SandboxSubscription): SandboxTransition {
  const { period_end: at, cancel_at, pause_until } = subscription;
  if (cancel_at !== null && cancel_at <= at)
    return {
      state: { ...state, subscription: { ...subscription, status: "ended" } },
      events: ["customer.subscription.deleted"],
    };
  const next = { ...subscription, period_start: at, period_end: addMonths(at, 1) };
  if (pause_until !== null && pause_until > at)
    return { state: { ...state, subscription: next }, events: ["customer.subscription.updated"] };
  const price = priceOf(subscription, at);
  const isPaid = state.card === "works" || leftToPay(state, price.cents) === 0;
  const charged = charge(state, { ...price, at, isPaid });
  const failed = {
    status: "past_due",
    failing_since: at,
    failed_tries: 1,
    next_try_at: addDays(at, RETRY_DAYS[0]),
  } as const;
  const unpaused = { ...next, pause_from: null, pause_until: null };
  return {
    state: { ...charged, subscription: isPaid ? unpaused : { ...unpaused, ...failed } },
    events: [isPaid ? "invoice.paid" : "invoice.payment_failed", "customer.subscription.updated"],
  };
}

function retry(
  state: SandboxState,
  subscription: SandboxSubscription,
  time: string,
): SandboxTransition | undefined {
  const { next_try_at, failing_since, failed_tries } = subscription;
  const since = failing_since ?? time;
  if (next_try_at !== null && next_try_at <= time) {
    if (state.card === "works") return settle(state, subscription);
    const days = RETRY_DAYS[failed_tries];
    const later = days === undefined ? null : addDays(since, days);
    return {
      state: {
        ...state,
        subscription: { ...subscription, failed_tries: failed_tries + 1, next_try_at: later },
      },
      events: ["invoice.payment_failed"],
    };
  }
  if (addDays(since, GRACE_DAYS) > time) return undefined;
  return {
    state: {
      ...withOpen(state, "uncollectible"),
      subscription: { ...subscription, status: "ended", next_try_at: null },
    },
    events: ["customer.subscription.deleted"],
  };
}

function settle(state: SandboxState, subscription: SandboxSubscription): SandboxTransition {
  const settled = { status: "active", failing_since: null, failed_tries: 0, next_try_at: null } as const;
  return {
    state: { ...withOpen(state, "paid"), subscription: { ...subscription, ...settled } },
    events: ["invoice.paid", "customer.subscription.updated"],
  };
}

function withOpen(state: SandboxState, status: SandboxInvoice["status"]): SandboxState {
  const invoices = state.invoices.map((invoice) =>
    invoice.status === "open" ? { ...invoice, status } : invoice,
  );
  return { ...state, invoices };
}

/** Replaces the card. A working one pays the open invoice. */
export function replaceCard(state: SandboxState, card: SandboxState["card"]): SandboxTransition {
  const replaced = { ...state, card };
  const { subscription } = state;
  if (card === "works" && subscription?.status === "past_due") return settle(replaced, subscription);
  return { state: replaced, events: ["customer.updated"] };
}

/** Moves everything forward to the next payment's due time. */
export function advanceClock(state: SandboxState, now: Date): SandboxTransition {
  const { subscription } = state;
  if (!subscription || subscription.status === "ended") return { state, events: [] };
  const { status, next_try_at, failing_since, period_end } = subscription;
  const next =
    status === "past_due" ? (next_try_at ?? addDays(failing_since ?? now, GRACE_DAYS)) : period_end;
  const early = Date.parse(next) - now.getTime();
  if (early <= 0) return bill(state, now);
  const moved = (time: string | null) => time && new Date(Date.parse(time) - early).toISOString();
  const times = {
    period_start: moved(subscription.period_start) ?? "",
    period_end: moved(period_end) ?? "",
    cancel_at: moved(subscription.cancel_at),
    pause_from: moved(subscription.pause_from),
    pause_until: moved(subscription.pause_until),
    failing_since: moved(failing_since),
    next_try_at: moved(next_try_at),
  };
  const discount = subscription.discount && {
    ...subscription.discount,
    until: moved(subscription.discount.until),
  };
  return bill({ ...state, subscription: { ...subscription, ...times, discount } }, now);
}

const UPDATED = ["customer.subscription.updated"];

function updated(state: SandboxState, changes: Partial<SandboxSubscription>): SandboxTransition {
  const { subscription } = state;
  if (!subscription) return { state, events: [] };
  return { state: { ...state, subscription: { ...subscription, ...changes } }, events: UPDATED };
}

export function changeUnits(
  state: SandboxState,
  { units, at }: { units: number; at: Date },
): SandboxTransition {
  const { subscription } = state;
  if (!subscription) return { state, events: [] };
  const { tiers } = pricesOf(subscription);
  const { due_now_cents, credit_cents } = prorate({ ...subscription, tiers, to: units, at });
  const credited = { ...state, credit_cents: state.credit_cents + credit_cents };
  const charged =
    due_now_cents > 0
      ? charge(credited, { cents: due_now_cents, at: at.toISOString(), isPaid: true })
      : credited;
  const { events, ...step } = updated(charged, { units });
  return { ...step, events: [...events, "invoice.paid"] };
}

/** Counts from the next invoice. Where more units cost less than these, they're given from now on. */
export function changePrices(state: SandboxState, prices: PriceList): SandboxTransition {
  const { units } = quoteFor(prices.tiers, state.subscription?.units ?? 1);
  return updated(state, { prices, units });
}

export function setCanceled(state: SandboxState, isCanceled: boolean): SandboxTransition {
  return updated(state, { cancel_at: isCanceled ? (state.subscription?.period_end ?? null) : null });
}

export function pause(state: SandboxState, times: { from: string; until: string }): SandboxTransition {
  return updated(state, { pause_from: times.from, pause_until: times.until });
}

/** Ends a pause. If it has begun, a new period starts and is paid now. */
export function unpause(state: SandboxState, now: Date): SandboxTransition {
  const { subscription } = state;
  const at = now.toISOString();
  const over = { pause_from: null, pause_until: null };
  if (!subscription || (subscription.pause_from ?? at) >= at) return updated(state, over);
  const period = { period_start: at, period_end: addMonths(at, 1) };
  return updated(charge(state, { ...priceOf(subscription, at), at, isPaid: true }), {
    ...over,
    ...period,
  });
}

export function giveDiscount(state: SandboxState, discount: Discount): SandboxTransition {
  return updated(state, { discount });
}
