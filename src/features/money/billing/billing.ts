/*
 * Premium: buying it, changing it, and canceling. A provider takes the money (`stripe.ts`, or `sandbox.ts`
 * without its keys) and is the source of truth: `sync.ts` stores its state, and `rules.ts` decides what an
 * account gets because of it. Limits and prices are in `entitlements`.
 */

import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { checkCoupon, reserveCoupon } from "#src/features/money/coupons/coupons.ts";
import {
  hasPremium,
  planLimitsOf,
  registerGrantSource,
} from "#src/features/money/entitlements/entitlements.ts";
import { type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { findCurrentPrices, findPrices } from "#src/features/money/entitlements/prices/prices.ts";
import { PLANS_SETTING } from "#src/features/money/entitlements/settings.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { findComingPrices, pricesAt, toComing } from "./coming-prices.ts";
import { BILLING_ERRORS, type Billing, type Preview, type Sandbox } from "./contract.ts";
import { brandingChanged } from "./events.ts";
import { mapProviderErrors } from "./provider.ts";
import { currentRow, providerOf } from "./providers.ts";
import { addMonths, discounted, graceEnd, type SubscriptionState, startDiscount, stateOf } from "./rules.ts";
import { transitionSandbox } from "./sandbox.ts";
import {
  advanceClock,
  dueFor,
  NEW_CUSTOMER,
  payCheckout,
  pricesOf,
  replaceCard,
  type SandboxState,
} from "./sandbox-rules.ts";
import { brandingStale } from "./signals.ts";
import {
  findSandbox,
  findSubscription,
  type SubscriptionRow,
  updateSubscription,
  upsertSubscription,
} from "./store.ts";
import { findGrantedUnits, mapSubscriptionErrors, syncSubscription } from "./sync.ts";

export { enqueueCustomerUpdate } from "./customer-email.ts";

registerGrantSource(async (platform, account) => {
  const row = currentRow(platform, await findSubscription(platform.db, account));
  const units = await findGrantedUnits(platform, row);
  return units > 0 ? { premium_units: units } : {};
});

/** Returns the prices that count for an account: those it pays, or today's if it would buy now. */
function findOwnPrices(ctx: Ctx, { row, state }: Current): Promise<PriceList> {
  const isNew = !row || state === "none" || state === "pending";
  return isNew ? findCurrentPrices(ctx) : findPrices(ctx, row.price_list);
}

interface Current {
  row: SubscriptionRow | undefined;
  state: SubscriptionState;
}

export async function findCurrent(ctx: Ctx): Promise<Current> {
  const row = currentRow(ctx, await findSubscription(ctx.db, ctx.account));
  return { row, state: stateOf(row, ctx.now()) };
}

export function requirePlans({ settings }: Platform): void {
  if (settings.get(PLANS_SETTING) === "off") throw failure(BILLING_ERRORS, "BILLING_OFF");
}

export async function getBilling(ctx: Ctx): Promise<Billing> {
  const current = await findCurrent(ctx);
  const { row, state } = current;
  const prices = await findOwnPrices(ctx, current);
  const isOn = state !== "none" && state !== "pending";
  const goesOn = isOn && state !== "ending" && state !== "lapsed";
  const next_invoice_at = goesOn ? (row?.pause_until ?? row?.period_end ?? null) : null;
  const coming = goesOn && row ? await findComingPrices(ctx, row) : undefined;
  return {
    plans: ctx.settings.get(PLANS_SETTING),
    provider: providerOf(ctx).kind,
    state,
    units: isOn ? (row?.units ?? 0) : 0,
    links_per_unit: planLimitsOf(ctx).links_per_unit,
    granted_units: await findGrantedUnits(ctx, row),
    prices,
    coming_price: coming && row ? toComing(row, coming) : null,
    next_invoice_cents:
      next_invoice_at && row
        ? afterCredit(
            priceAt(row, next_invoice_at, pricesAt(next_invoice_at, prices, coming)),
            row.credit_cents,
          )
        : null,
    next_invoice_at,
    period_end: isOn ? (row?.period_end ?? null) : null,
    cancel_at: isOn ? (row?.cancel_at ?? null) : null,
    pause_from: isOn ? (row?.pause_from ?? null) : null,
    pause_until: isOn ? (row?.pause_until ?? null) : null,
    grace_until: isOn && row ? graceEnd(row) : null,
    discount: isOn ? (row?.discount ?? null) : null,
    credit_cents: isOn ? (row?.credit_cents ?? 0) : 0,
    had_discount: row?.had_discount ?? false,
    remove_branding: row?.remove_branding ?? false,
    may_remove_branding: await hasPremium(ctx, ctx.account),
    has_customer: row?.customer_id != null || row?.subscription_id != null,
  };
}

function priceAt({ units, discount }: SubscriptionRow, at: string, { tiers }: PriceList): number {
  return discounted(quoteFor(tiers, units).total_cents, discount, new Date(at));
}

const afterCredit = (cents: number, credit: number) => Math.max(0, cents - credit);

interface Wish {
  units: number;
  /** The price list that the buyer has seen. */
  price_list?: number | undefined;
  code?: string | undefined;
}

/** Returns the price of `units`, as a new subscription or as a change. */
export async function previewUnits(ctx: Ctx, { units: asked, code }: Wish): Promise<Preview> {
  requirePlans(ctx);
  const current = await findCurrent(ctx);
  const { row, state } = current;
  const prices = await findOwnPrices(ctx, current);
  const { units, unit_cents, total_cents, asked_cents } = quoteFor(prices.tiers, asked);
  // Providers count whole seconds.
  const at = new Date(Math.floor(ctx.now().getTime() / 1000) * 1000);
  const price_list = prices.number;
  const quote = { units, unit_cents, total_cents, asked_cents, price_list, at: at.toISOString() };
  if (!row || state === "none" || state === "pending")
    return { ...quote, ...(await firstPrice(ctx, quote, code)) };
  if (code !== undefined) throw failure(BILLING_ERRORS, "PREMIUM_ACTIVE");
  requireChangeable(state);
  const proration = await mapSubscriptionErrors(ctx, providerOf(ctx).preview(ctx, row, { units, at }));
  const next_invoice_at = row.period_end ?? quote.at;
  const then = pricesAt(next_invoice_at, prices, await findComingPrices(ctx, row));
  const next = priceAt({ ...row, units }, next_invoice_at, then);
  const next_invoice_cents = afterCredit(next, proration.balance_cents);
  return { ...quote, ...proration, next_invoice_cents, next_invoice_at, coupon: null };
}

/** Returns the price for someone without premium, now and a month later. */
async function firstPrice(ctx: Ctx, quote: Pick<Preview, "units" | "total_cents" | "at">, code?: string) {
  const { units, total_cents, at } = quote;
  const applied = code === undefined ? undefined : await checkCoupon(ctx, { code, units });
  const discount = applied ? startDiscount(applied.discount, at) : null;
  const next_invoice_at = addMonths(at, 1);
  return {
    due_now_cents: discounted(total_cents, discount, new Date(at)),
    credit_cents: 0,
    balance_cents: 0,
    next_invoice_cents: discounted(total_cents, discount, new Date(next_invoice_at)),
    next_invoice_at,
    coupon: applied ? { code: applied.code, ...applied.discount } : null,
  };
}

const HELD: Partial<Record<SubscriptionState, string>> = {
  pausing: "Premium is about to pause. End the pause first, then change it.",
  paused: "Premium is paused. End the pause first, then change it.",
  failing: "Your last payment didn’t go through. Update your card first.",
  lapsed: "Your last payment didn’t go through. Update your card first.",
};

/** Guards changes that only make sense while premium simply continues. */
export function requireChangeable(state: SubscriptionState): void {
  if (state === "none" || state === "pending") throw failure(BILLING_ERRORS, "PREMIUM_MISSING");
  const message = HELD[state];
  if (state !== "active") throw failure(BILLING_ERRORS, "PREMIUM_HELD", message ? { message } : {});
}

/** The URL to pay for premium. Coming back from there changes nothing; only the provider's event does. */
export async function startCheckout(ctx: Ctx, { units, code, price_list }: Wish): Promise<{ url: string }> {
  requirePlans(ctx);
  // A checkout in another tab may have been paid a moment ago.
  const isOpen = (await findCurrent(ctx)).row?.checkout_id != null;
  if (isOpen) await mapProviderErrors(syncSubscription(ctx, ctx.account));
  const { state } = await findCurrent(ctx);
  if (state !== "none" && state !== "pending") throw failure(BILLING_ERRORS, "PREMIUM_ACTIVE");
  const provider = providerOf(ctx);
  const { account } = ctx;
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    await upsertSubscription(ctx.db, {
      account,
      provider: provider.kind,
      created_at: ctx.now().toISOString(),
    });
  });
  const row = await findSubscription(ctx.db, account);
  const owner = await findPerson(ctx.db, account);
  if (!row || !owner) throw new Error("An account without its owner or its row.");
  const prices = await findCurrentPrices(ctx);
  requireSamePrices(prices.number, price_list);
  const quote = quoteFor(prices.tiers, units);
  const coupon = code === undefined ? undefined : await reserveCoupon(ctx, { code, units: quote.units });
  const order = { row, quote, prices, email: owner.email, coupon };
  return { url: await mapProviderErrors(provider.startCheckout(ctx, order)) };
}

/** Nobody pays other prices than they have seen. Programs that don't say which they've seen take what counts. */
export function requireSamePrices(now: number, seen: number | undefined): void {
  if (seen !== undefined && seen !== now)
    throw failure(BILLING_ERRORS, "PREVIEW_OUTDATED", { message: PRICES_CHANGED });
}

const PRICES_CHANGED = "Prices have changed since you looked. Check the new ones.";

export async function openPortal(ctx: Ctx): Promise<{ url: string }> {
  requirePlans(ctx);
  const { row } = await findCurrent(ctx);
  if (!row?.subscription_id) throw failure(BILLING_ERRORS, "PREMIUM_MISSING");
  return { url: await mapSubscriptionErrors(ctx, providerOf(ctx).portal(ctx, row)) };
}

export async function listInvoices(ctx: Ctx) {
  const { row } = await findCurrent(ctx);
  return { items: row ? await mapProviderErrors(providerOf(ctx).listInvoices(ctx, row)) : [] };
}

/** Shows or hides “Powered by” on the account's pages. Hiding it requires premium. */
export async function updateBranding(
  ctx: Ctx,
  { remove_branding }: { remove_branding: boolean },
): Promise<Billing> {
  requirePlans(ctx);
  const { row } = await findCurrent(ctx);
  if (!(await hasPremium(ctx, ctx.account))) throw failure(BILLING_ERRORS, "PREMIUM_MISSING");
  if ((row?.remove_branding ?? false) !== remove_branding)
    await ctx.write(async (ctx) => {
      const { account } = ctx;
      // Whoever got premium from staff has no subscription yet.
      if (!row) {
        const provider = providerOf(ctx).kind;
        await upsertSubscription(ctx.db, { account, provider, created_at: ctx.now().toISOString() });
      }
      await updateSubscription(ctx.db, ctx.account, { remove_branding });
      await ctx.announce(brandingChanged, {
        subject: ctx.account,
        payload: { is_removed: remove_branding },
      });
      await ctx.invalidate(brandingStale, { user_id: ctx.account });
    });
  return getBilling(ctx);
}

function requireSandbox(ctx: Ctx): void {
  if (providerOf(ctx).kind !== "sandbox" || ctx.settings.get(PLANS_SETTING) === "off")
    throw failure(BILLING_ERRORS, "SANDBOX_CLOSED");
}

export async function getSandbox(ctx: Ctx): Promise<Sandbox> {
  requireSandbox(ctx);
  return toSandbox((await findSandbox(ctx.db, ctx.account)) ?? NEW_CUSTOMER, ctx.now());
}

export type SandboxAction = "pay" | "work_card" | "decline_card" | "bill_now";

/** Simulates people's actions at Stripe, or lets time pass. */
export async function performSandboxAction(
  ctx: Ctx,
  { act, checkout = "" }: { act: SandboxAction; checkout?: string | undefined },
): Promise<Sandbox> {
  requireSandbox(ctx);
  const now = ctx.now();
  const state = await transitionSandbox(ctx, ctx.account, (state) => {
    if (act === "pay") return payCheckout(state, { id: checkout, now });
    if (act === "bill_now") return advanceClock(state, now);
    return replaceCard(state, act === "work_card" ? "works" : "declines");
  });
  if (!state) throw failure(BILLING_ERRORS, "SANDBOX_CLOSED");
  return toSandbox(state, now);
}

function toSandbox({ checkout, card, subscription }: SandboxState, now: Date): Sandbox {
  return {
    checkout: checkout && {
      id: checkout.id,
      units: checkout.units,
      total_cents: quoteFor(pricesOf(checkout).tiers, checkout.units).total_cents,
      due_now_cents: dueFor(checkout, now.toISOString()),
    },
    card,
    has_subscription: subscription !== null && subscription.status !== "ended",
  };
}
