import * as z from "zod";
import { COUPON_USE_ERRORS } from "#src/features/money/coupons/contract.ts";
import { UNITS_MAX } from "#src/features/money/entitlements/price-rules.ts";
import { priceListSchema } from "#src/features/money/entitlements/prices-contract.ts";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CANCEL_REASONS, PAUSE_MONTHS_MAX, PROVIDERS, STATES } from "./rules.ts";

export const BILLING_ERRORS = {
  BILLING_OFF: { status: 409, message: "This instance has no plans, so there’s nothing to pay." },
  PREMIUM_MISSING: { status: 409, message: "You don’t have premium." },
  PREMIUM_ACTIVE: { status: 409, message: "You already have premium. Change its units instead." },
  /** The message gives the reason. */
  PREMIUM_HELD: { status: 409, message: "Premium is set to end. Keep it first, then change it." },
  PREVIEW_OUTDATED: { status: 409, message: "That price is from a while ago. Check the new one." },
  OFFER_UNAVAILABLE: { status: 409, message: "That offer isn’t available anymore." },
  CARD_DECLINED: {
    status: 402,
    message: "Your card was declined, so nothing changed. Update your card and try again.",
  },
  SANDBOX_CLOSED: { status: 409, message: "There’s nothing to pay here anymore." },
  PROVIDER_DOWN: {
    status: 503,
    message: "We couldn’t reach the payment provider, so nothing changed. Try again in a minute.",
  },
} as const;

const { BILLING_OFF, PREMIUM_MISSING, PREMIUM_HELD, PROVIDER_DOWN } = BILLING_ERRORS;

const unitsSchema = z
  .number()
  .int("Enter a whole number.")
  .min(1, "Enter 1 or more.")
  .max(UNITS_MAX, `Enter ${UNITS_MAX.toLocaleString("en-US")} or less.`);
const reasonSchema = z.enum(CANCEL_REASONS);

const discountSchema = z.object({
  percent_off: z.number().nullable(),
  amount_off_cents: z.number().nullable(),
  /** Null if it has no end. */
  until: z.string().nullable(),
});

const billingSchema = z.object({
  /** `off`: this instance sells nothing. */
  plans: z.enum(["free", "off"]),
  /** `sandbox`: no money moves. */
  provider: z.enum(PROVIDERS),
  state: z.enum(STATES),
  /** The units bought. 0 without premium. */
  units: z.number(),
  /** Links that come with each unit. */
  links_per_unit: z.number(),
  /** The units that the account currently gets because of it. */
  granted_units: z.number(),
  /** What it pays, or today’s prices without a subscription. */
  prices: priceListSchema,
  /** What its units will cost a month from then on, before discounts and taxes. Null if no other prices are announced. */
  coming_price: z.object({ at: z.string(), total_cents: z.number() }).nullable(),
  /** The next invoice’s amount before taxes. Null if there won’t be one. */
  next_invoice_cents: z.number().nullable(),
  next_invoice_at: z.string().nullable(),
  period_end: z.string().nullable(),
  cancel_at: z.string().nullable(),
  pause_from: z.string().nullable(),
  pause_until: z.string().nullable(),
  /** The time when premium ends unless the open payment goes through. */
  grace_until: z.string().nullable(),
  discount: discountSchema.nullable(),
  /** Deducted from the next invoices. */
  credit_cents: z.number(),
  had_discount: z.boolean(),
  remove_branding: z.boolean(),
  /** True with premium, paid for or given by staff. */
  may_remove_branding: z.boolean(),
  /** Set if the provider has a customer, whose card and invoices can be shown. */
  has_customer: z.boolean(),
});
export type Billing = z.infer<typeof billingSchema>;

const couponSchema = z.object({
  code: z.string(),
  percent_off: z.number().nullable(),
  amount_off_cents: z.number().nullable(),
  /** 1: only the first. Null: all of them. */
  months: z.number().nullable(),
});

const previewSchema = z.object({
  /** The number billed and given, which may be more than requested. */
  units: z.number(),
  unit_cents: z.number(),
  /** Per month, before discounts and taxes. */
  total_cents: z.number(),
  /** The price of just the requested units. */
  asked_cents: z.number(),
  /** The price list that it’s under. Sent back to accept exactly these prices. */
  price_list: z.number(),
  due_now_cents: z.number(),
  /** The part of the old price given back as credit. */
  credit_cents: z.number(),
  /** All credit after the change, which pays the next invoices first. */
  balance_cents: z.number(),
  coupon: couponSchema.nullable(),
  next_invoice_cents: z.number(),
  next_invoice_at: z.string(),
  /** Sent back to accept exactly this price. */
  at: z.string(),
});
export type Preview = z.infer<typeof previewSchema>;

const invoiceSchema = z.object({
  number: z.string(),
  at: z.string(),
  total_cents: z.number(),
  discount_cents: z.number(),
  status: z.enum(["paid", "open", "uncollectible"]),
  url: z.string().nullable(),
});

const sandboxSchema = z.object({
  checkout: z
    .object({
      id: z.string(),
      units: z.number(),
      /** Per month, before discounts. */
      total_cents: z.number(),
      due_now_cents: z.number(),
    })
    .nullable(),
  card: z.enum(["works", "declines"]),
  has_subscription: z.boolean(),
});
export type Sandbox = z.infer<typeof sandboxSchema>;

/** A coupon's code is for people who don't have premium. */
const wishShape = { units: unitsSchema, code: z.string().max(200).optional() };
/** The preview’s price list. What’s under another one by now is refused. Without it, what counts at that time is taken. */
const seenPrices = z.int().min(1).max(2_147_483_647).optional();
const { get, post, put, patch } = routesOf("billing");
const urlSchema = z.object({ url: z.string() });
const CHANGE_ERRORS = { BILLING_OFF, PREMIUM_MISSING, PROVIDER_DOWN };

export const subscriptionsContract = {
  get: member("billing.manage")
    .route(get("/billing", "Your plan, and what you’ll pay"))
    .output(billingSchema),
  preview: member("billing.manage")
    .route(post("/billing/preview", "What some units of premium would cost you, to the cent"))
    .errors({
      BILLING_OFF,
      PREMIUM_HELD,
      PROVIDER_DOWN,
      ...pickErrors(BILLING_ERRORS, "PREMIUM_ACTIVE", "PREMIUM_MISSING"),
      ...COUPON_USE_ERRORS,
    })
    .input(z.object(wishShape))
    .output(previewSchema),
  checkout: member("billing.manage")
    .route(post("/billing/checkout", "Where to pay for premium"))
    .errors({
      ...pickErrors(BILLING_ERRORS, "BILLING_OFF", "PREMIUM_ACTIVE", "PROVIDER_DOWN", "PREVIEW_OUTDATED"),
      ...COUPON_USE_ERRORS,
    })
    .input(z.object({ ...wishShape, price_list: seenPrices }))
    .output(urlSchema),
  changeUnits: member("billing.manage")
    .route(put("/billing/units", "Change the units of premium, for the price of a preview"))
    .errors({
      ...CHANGE_ERRORS,
      ...pickErrors(BILLING_ERRORS, "PREMIUM_HELD", "PREVIEW_OUTDATED", "CARD_DECLINED"),
    })
    .input(
      z.object({
        units: unitsSchema,
        at: z.iso.datetime("Send the preview’s `at`."),
        price_list: seenPrices,
        /** Set if the change is an offer that keeps someone from canceling. */
        reason: reasonSchema.optional(),
      }),
    )
    .output(billingSchema),
  cancel: member("billing.manage")
    .route(post("/billing/cancel", "End premium when the paid time is over"))
    .errors(CHANGE_ERRORS)
    .input(z.object({ reason: reasonSchema }))
    .output(billingSchema),
  resume: member("billing.manage")
    .route(post("/billing/resume", "Keep premium that was canceled, or end its pause"))
    .errors({ ...CHANGE_ERRORS, ...pickErrors(BILLING_ERRORS, "CARD_DECLINED") })
    .output(billingSchema),
  pause: member("billing.manage")
    .route(post("/billing/pause", "Pause premium once the paid time is over"))
    .errors({ ...CHANGE_ERRORS, PREMIUM_HELD })
    .input(
      z.object({
        months: z
          .number()
          .int("Enter a whole number.")
          .min(1, "Pause for a month or more.")
          .max(PAUSE_MONTHS_MAX, `Pause for ${PAUSE_MONTHS_MAX} months or less.`),
        reason: reasonSchema.optional(),
      }),
    )
    .output(billingSchema),
  takeDiscount: member("billing.manage")
    .route(post("/billing/discount", "Take the discount offered to people who want to leave"))
    .errors({ ...CHANGE_ERRORS, ...pickErrors(BILLING_ERRORS, "PREMIUM_HELD", "OFFER_UNAVAILABLE") })
    .input(z.object({ reason: reasonSchema }))
    .output(billingSchema),
  update: member("billing.manage")
    .route(patch("/billing", "Show or leave out “Powered by” on your pages"))
    .errors({ BILLING_OFF, PREMIUM_MISSING })
    .input(z.object({ remove_branding: z.boolean() }))
    .output(billingSchema),
  portal: member("billing.manage")
    .route(post("/billing/portal", "Where to change your card, address, and tax ID"))
    .errors(CHANGE_ERRORS)
    .output(urlSchema),
  invoices: member("billing.manage")
    .route(get("/billing/invoices", "Your invoices, newest first"))
    .errors({ PROVIDER_DOWN })
    .output(z.object({ items: z.array(invoiceSchema) })),
  sandbox: member("billing.manage")
    .route(get("/billing/sandbox", "What the sandbox knows about you, where no money moves"))
    .errors(pickErrors(BILLING_ERRORS, "SANDBOX_CLOSED"))
    .output(sandboxSchema),
  actInSandbox: member("billing.manage")
    .route(post("/billing/sandbox", "Do in the sandbox what people do at Stripe, or what time does"))
    .errors(pickErrors(BILLING_ERRORS, "SANDBOX_CLOSED"))
    .input(
      z.object({
        act: z.enum(["pay", "work_card", "decline_card", "bill_now"]),
        checkout: z.string().max(100).optional(),
      }),
    )
    .output(sandboxSchema),
};
