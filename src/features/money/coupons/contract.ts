import * as z from "zod";
import { UNITS_MAX } from "#src/features/money/entitlements/price-rules.ts";
import { idSchema, listOf, routesOf, staff } from "#src/lib/endpoint.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import {
  AMOUNT_OFF_CENTS_MAX,
  CODE_CHARS_MAX,
  CODE_CHARS_MIN,
  COUPON_STATES,
  MONTHS_MAX,
  REDEMPTIONS_MAX,
} from "./rules.ts";

export const COUPON_USE_ERRORS = {
  COUPON_UNKNOWN: { status: 409, message: "We don’t know that code. Check how it’s spelled." },
  COUPON_ENDED: { status: 409, message: "That code has ended." },
  COUPON_USED_UP: { status: 409, message: "That code has been used up." },
  COUPON_USED: { status: 409, message: "You’ve used that code before. It works once for each account." },
  /** The message has the number. */
  COUPON_UNITS: { status: 409, message: "That code needs more units." },
} as const;

export const COUPON_ERRORS = {
  COUPON_CODE_INVALID: {
    status: 400,
    message: `Use ${CODE_CHARS_MIN} to ${CODE_CHARS_MAX} letters, digits, and hyphens.`,
  },
  COUPON_TAKEN: { status: 409, message: "There’s a coupon with that code already. Choose another one." },
  COUPON_OFF_INVALID: { status: 400, message: "Take off either a percentage or an amount." },
  COUPON_EXPIRY_PAST: { status: 400, message: "Choose a date in the future." },
  COUPON_NOT_FOUND: { status: 404, message: "That coupon is gone." },
} as const;

const whole = z.number().int("Enter a whole number.");
const upTo = (most: number) =>
  whole.min(1, "Enter 1 or more.").max(most, `Enter ${most.toLocaleString("en-US")} or less.`);

const formSchema = z.object({
  code: z.string().max(200),
  percent_off: upTo(100).nullable().default(null),
  amount_off_cents: upTo(AMOUNT_OFF_CENTS_MAX).nullable().default(null),
  /** The duration in months: 1 is only the first, null is forever. */
  months: upTo(MONTHS_MAX).nullable(),
  /** The maximum number of accounts that may use it. Null for no limit. */
  redemptions_max: upTo(REDEMPTIONS_MAX).nullable().default(null),
  expires_at: z.iso.datetime("Enter a date.").nullable().default(null),
  min_units: upTo(UNITS_MAX).default(1),
});
export type CouponForm = z.output<typeof formSchema>;

const couponSchema = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(COUPON_STATES),
  percent_off: z.number().nullable(),
  amount_off_cents: z.number().nullable(),
  months: z.number().nullable(),
  redemptions_max: z.number().nullable(),
  /** Accounts that have paid with it. */
  redeemed: z.number(),
  /** Redemptions reserved by open checkouts. */
  reserved: z.number(),
  expires_at: z.string().nullable(),
  min_units: z.number(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Coupon = z.infer<typeof couponSchema>;

const { get, post } = routesOf("coupons");

export const couponsContract = {
  list: staff("billing")
    .route(get("/coupons", "The instance’s coupons, newest first"))
    .errors(LIST_ERRORS)
    .input(z.object({ cursor: z.string().max(4000).optional() }))
    .output(listOf(couponSchema)),
  create: staff("billing")
    .route(post("/coupons", "Make a code that takes something off premium", { successStatus: 201 }))
    .errors({
      COUPON_CODE_INVALID: COUPON_ERRORS.COUPON_CODE_INVALID,
      COUPON_TAKEN: COUPON_ERRORS.COUPON_TAKEN,
      COUPON_OFF_INVALID: COUPON_ERRORS.COUPON_OFF_INVALID,
      COUPON_EXPIRY_PAST: COUPON_ERRORS.COUPON_EXPIRY_PAST,
    })
    .input(formSchema)
    .output(couponSchema),
  end: staff("billing")
    .route(post("/coupons/{id}/end", "End a coupon; who has used it keeps the discount"))
    .errors({ COUPON_NOT_FOUND: COUPON_ERRORS.COUPON_NOT_FOUND })
    .input(z.object({ id: idSchema }))
    .output(couponSchema),
};
