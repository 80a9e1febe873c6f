/*
 * Stripe. The response to a change is never used as the state, which is fetched afterward, and whenever an
 * event arrives.
 */
import type { Stripe } from "stripe";
import type { ReservedCoupon } from "#src/features/money/coupons/coupons.ts";
import { type PriceList, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { StripeAccess } from "#src/platform/stripe.ts";
import { CardDeclined, type Order, type Provider, ProviderDown, ProviderRefused } from "./provider.ts";
import type { NewDiscount, Snapshot } from "./rules.ts";
import { lockSubscription, type SubscriptionRow, updateSubscription } from "./store.ts";
import { deleteCustomer, ensureCustomer, isGone } from "./stripe-customers.ts";
import {
  ACCOUNT,
  currentOf,
  duplicatesOf,
  endedOf,
  invoiceOf,
  PAUSE_FROM,
  PRICE,
  priceKeyOf,
  REDEMPTION,
  seconds,
  snapshotOf,
} from "./stripe-mapping.ts";

type Client = StripeAccess["client"];

const CURRENCY = "usd";
const INVOICES_SHOWN = 24;
const SUBSCRIPTIONS_LOOKED_AT = 20;
/** A pause ends a little before the next period, so that its invoice is charged. */
const PAUSE_ENDS_EARLY_S = 3600;

/** Creates volume prices, which Stripe applies as we do: the reached tier's price holds for all units. */
async function ensurePrice(client: Client, list: PriceList): Promise<string> {
  const key = priceKeyOf(list);
  const { data } = await client.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  if (data[0]) return data[0].id;
  const price = await client.prices.create(
    {
      lookup_key: key,
      // Somebody may have archived the price that has it.
      transfer_lookup_key: true,
      metadata: { [PRICE]: key },
      currency: CURRENCY,
      product_data: { name: "Premium" },
      recurring: { interval: "month" },
      billing_scheme: "tiered",
      tiers_mode: "volume",
      tiers: list.tiers.map(({ to, unit_cents }) => ({ up_to: to ?? "inf", unit_amount: unit_cents })),
    },
    { idempotencyKey: key },
  );
  return price.id;
}

function termsOf({ percent_off, amount_off_cents, months }: NewDiscount) {
  return {
    ...(percent_off === null ? {} : { percent_off }),
    ...(amount_off_cents === null ? {} : { amount_off: amount_off_cents, currency: CURRENCY }),
    ...(months === null ? { duration: "forever" as const } : lasting(months)),
  };
}

const lasting = (months: number) =>
  months === 1
    ? { duration: "once" as const }
    : { duration: "repeating" as const, duration_in_months: months };

/** Creates our coupon at Stripe. We count its uses ourselves. */
async function ensureCoupon(client: Client, { id, code, discount }: ReservedCoupon): Promise<string> {
  const known = `fanfare-${id}`;
  const isMissing = await client.coupons.retrieve(known).then(
    () => false,
    (error: unknown) => isGone(error),
  );
  if (isMissing)
    await client.coupons.create({ id: known, name: code, ...termsOf(discount) }, { idempotencyKey: known });
  return known;
}

/** Uses our own coupon, or else a field for codes that were created at Stripe. */
async function couponTerms(client: Client, account: string, coupon: ReservedCoupon | undefined) {
  const metadata = { [ACCOUNT]: account };
  if (!coupon) return { allow_promotion_codes: true, subscription_data: { metadata } };
  return {
    discounts: [{ coupon: await ensureCoupon(client, coupon) }],
    subscription_data: { metadata: { ...metadata, [REDEMPTION]: coupon.redemption } },
    expires_at: seconds(coupon.until),
  };
}

/** Makes this the account's checkout, and returns the replaced one. Of two at once, one is replaced. */
function swapCheckout(ctx: Ctx, account: string, checkout_id: string): Promise<string | null | undefined> {
  return ctx.write(async (ctx) => {
    const row = await lockSubscription(ctx.db, account);
    await updateSubscription(ctx.db, account, { checkout_id });
    return row?.checkout_id;
  });
}

async function startCheckout(client: Client, ctx: Ctx, order: Order): Promise<string> {
  const { row, quote, prices, coupon } = order;
  const customer = await ensureCustomer(client, ctx, order);
  const price = await ensurePrice(client, prices);
  const back = ctx.instance.publicUrl + PATHS.billing;
  const session = await client.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: row.account,
    line_items: [{ price, quantity: quote.units }],
    ...(await couponTerms(client, row.account, coupon)),
    tax_id_collection: { enabled: true },
    customer_update: { name: "auto", address: "auto" },
    success_url: `${back}?checkout=done`,
    cancel_url: back,
  });
  const before = await swapCheckout(ctx, row.account, session.id);
  // Prevents paying twice in two tabs. Expiring fails if it's over, and a paid one is found later.
  if (before) await client.checkout.sessions.expire(before).catch(() => undefined);
  if (!session.url) throw new Error("Stripe made a checkout that can't be opened.");
  return session.url;
}

async function changeOf(client: Client, { subscription_id }: SubscriptionRow, units: number) {
  const subscription = await client.subscriptions.retrieve(subscription_id ?? "");
  const id = subscription.items.data[0]?.id ?? "";
  return { subscription: subscription.id, items: [{ id, quantity: units }] };
}

async function preview(client: Client, row: SubscriptionRow, { units, at }: { units: number; at: Date }) {
  const { subscription, items } = await changeOf(client, row, units);
  const invoice = await client.invoices.createPreview({
    subscription,
    subscription_details: { items, proration_behavior: "always_invoice", proration_date: seconds(at) },
  });
  const due_now_cents = Math.max(0, invoice.amount_due);
  // Stripe's balance is what the customer owes.
  const balance_cents = Math.max(0, due_now_cents - invoice.total - (invoice.starting_balance ?? 0));
  return { due_now_cents, credit_cents: Math.max(0, -invoice.total), balance_cents };
}

async function changeUnits(client: Client, row: SubscriptionRow, { units, at }: { units: number; at: Date }) {
  const { subscription, items } = await changeOf(client, row, units);
  await client.subscriptions.update(
    subscription,
    {
      items,
      proration_behavior: "always_invoice",
      proration_date: seconds(at),
      payment_behavior: "error_if_incomplete",
    },
    // The same price accepted twice changes it once.
    { idempotencyKey: `units-${subscription}-${seconds(at)}-${row.units}-${units}` },
  );
}

/** Stripe charges the new price with the next invoice, and nothing before. */
async function changePrices(client: Client, row: SubscriptionRow, prices: PriceList): Promise<void> {
  const price = await ensurePrice(client, prices);
  const subscription = await client.subscriptions.retrieve(row.subscription_id ?? "");
  const [item] = subscription.items.data;
  if (!item) return;
  const { units: quantity } = quoteFor(prices.tiers, item.quantity ?? row.units);
  const items = [{ id: item.id, price, quantity }];
  await client.subscriptions.update(subscription.id, { items, proration_behavior: "none" });
}

async function unpause(client: Client, ctx: Ctx, row: SubscriptionRow): Promise<void> {
  const hasBegun = (row.pause_from ?? "") <= ctx.now().toISOString();
  const over = { pause_collection: "", metadata: { [PAUSE_FROM]: "" } } as const;
  const fresh = {
    billing_cycle_anchor: "now",
    proration_behavior: "none",
    payment_behavior: "error_if_incomplete",
  } as const;
  const changes = hasBegun ? { ...over, ...fresh } : over;
  await client.subscriptions.update(row.subscription_id ?? "", changes as typeof over);
}

async function giveDiscount(client: Client, row: SubscriptionRow, discount: NewDiscount): Promise<void> {
  const terms = { name: "Thanks for staying", max_redemptions: 1, ...termsOf(discount) };
  const coupon = await client.coupons.create(terms);
  await client.subscriptions.update(row.subscription_id ?? "", { discounts: [{ coupon: coupon.id }] });
}

async function findSnapshot(client: Client, row: SubscriptionRow): Promise<Snapshot | undefined> {
  if (!row.customer_id) return undefined;
  const data = await listSubscriptions(client, row.customer_id);
  const current = currentOf(data);
  if (current) return snapshotOf(current, duplicatesOf(data, current));
  // A subscription that Stripe doesn't have has ended. The customer's id stays, in case it's the wrong Stripe
  // account.
  return row.subscription_id === null ? undefined : endedOf(row, row.subscription_id);
}

/** Empty if the customer is gone. */
async function listSubscriptions(client: Client, customer: string): Promise<Stripe.Subscription[]> {
  const list = client.subscriptions.list({
    customer,
    status: "all",
    limit: SUBSCRIPTIONS_LOOKED_AT,
    expand: ["data.latest_invoice", "data.discounts.source.coupon", "data.customer"],
  });
  const found = await list.catch(isGone);
  return found === true ? [] : found.data;
}

/** Ends a subscription and refunds its payments. Steps that were done before are skipped. */
async function endDuplicate(client: Client, id: string): Promise<void> {
  const extra = await client.subscriptions.retrieve(id).catch(isGone);
  if (extra === true) return;
  const { status, latest_invoice } = extra;
  if (status !== "canceled") await client.subscriptions.cancel(id);
  const invoice = typeof latest_invoice === "string" ? latest_invoice : latest_invoice?.id;
  if (!invoice) return;
  const { data } = await client.invoicePayments.list({ invoice, status: "paid" });
  for (const { payment } of data) {
    const intent = payment.payment_intent;
    const payment_intent = typeof intent === "object" ? intent.id : intent;
    if (payment_intent) await refund(client, payment_intent);
  }
}

async function refund(client: Client, payment_intent: string): Promise<void> {
  try {
    await client.refunds.create(
      { payment_intent, reason: "duplicate" },
      { idempotencyKey: `refund-${payment_intent}` },
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== "charge_already_refunded") throw error;
  }
}

async function listInvoices(client: Client, { customer_id }: SubscriptionRow) {
  if (!customer_id) return [];
  const found = await client.invoices.list({ customer: customer_id, limit: INVOICES_SHOWN }).catch(isGone);
  return found === true ? [] : found.data.flatMap(invoiceOf);
}

/** Waits for Stripe. Its internal errors are logged, and people are asked to try again. */
async function calling<T>({ log }: Platform, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { type } = error as { type?: unknown };
    if (type === "StripeCardError") throw new CardDeclined(error);
    if (typeof type !== "string" || !type.startsWith("Stripe")) throw error;
    log.error({ err: error }, "Stripe can't be reached, or refuses a call");
    if (type === "StripeInvalidRequestError") throw new ProviderRefused(error);
    throw new ProviderDown(error);
  }
}

export function stripeProvider({ client }: StripeAccess): Provider {
  const update = async (
    platform: Platform,
    row: SubscriptionRow,
    changes: Parameters<Client["subscriptions"]["update"]>[1],
  ) => {
    await calling(platform, client.subscriptions.update(row.subscription_id ?? "", changes));
  };
  return {
    kind: "stripe",
    startCheckout: (ctx, order) => calling(ctx, startCheckout(client, ctx, order)),
    preview: (ctx, row, change) => calling(ctx, preview(client, row, change)),
    changePrices: (platform, row, prices) => calling(platform, changePrices(client, row, prices)),
    changeUnits: (ctx, row, change) => calling(ctx, changeUnits(client, row, change)),
    setCanceled: (platform, row, cancel_at_period_end) => update(platform, row, { cancel_at_period_end }),
    pause: (ctx, row, { from, until }) =>
      update(ctx, row, {
        pause_collection: { behavior: "void", resumes_at: seconds(until) - PAUSE_ENDS_EARLY_S },
        metadata: { [PAUSE_FROM]: from },
      }),
    unpause: (ctx, row) => calling(ctx, unpause(client, ctx, row)),
    giveDiscount: (ctx, row, discount) => calling(ctx, giveDiscount(client, row, discount)),
    async setEmail(platform, { customer_id }, email) {
      if (customer_id) await calling(platform, client.customers.update(customer_id, { email }).catch(isGone));
    },
    // Also ends its subscriptions.
    async end(platform, { customer_id }) {
      if (customer_id) await calling(platform, deleteCustomer(client, customer_id));
    },
    endDuplicate: (platform, id) => calling(platform, endDuplicate(client, id)),
    portal: async (ctx, { customer_id }) => {
      const return_url = ctx.instance.publicUrl + PATHS.billing;
      const session = client.billingPortal.sessions.create({ customer: customer_id ?? "", return_url });
      return (await calling(ctx, session)).url;
    },
    findSnapshot: (platform, row) => calling(platform, findSnapshot(client, row)),
    listInvoices: (ctx, row) => calling(ctx, listInvoices(client, row)),
  };
}
