/* The dashboard shows these texts. */
import { dollars } from "#src/features/money/entitlements/price-rules.ts";

export const CODE_CHARS_MIN = 3;
export const CODE_CHARS_MAX = 30;
/** The longest discount that isn't forever. */
export const MONTHS_MAX = 36;
export const AMOUNT_OFF_CENTS_MAX = 1_000_000;
export const REDEMPTIONS_MAX = 1_000_000;
/** The time to pay a checkout with a coupon. Until then, its redemption is reserved. */
export const RESERVED_MINUTES = 60;

/** The terms of a discount. It ends after some months, or never. */
export interface CouponDiscount {
  percent_off: number | null;
  amount_off_cents: number | null;
  /** 1: only the first month. */
  months: number | null;
}

/** Normalizes a code to its stored form, so that case doesn't matter. */
export function codeOf(text: string): string {
  return text.trim().toUpperCase();
}

interface Limits {
  min_units: number;
  expires_at: string | null;
  ended_at: string | null;
  redemptions_max: number | null;
}

interface Use {
  units: number;
  now: Date;
  /** Redeemed, or reserved by a checkout, by other accounts. */
  taken: number;
  /** This account has paid with it. */
  isUsed: boolean;
}

export const REFUSALS = ["COUPON_ENDED", "COUPON_USED", "COUPON_UNITS", "COUPON_USED_UP"] as const;
export type CouponRefusal = (typeof REFUSALS)[number];

/** Returns the reason why an account can't use a coupon now, or undefined if it can. */
export function refusalOf(coupon: Limits, { units, now, taken, isUsed }: Use): CouponRefusal | undefined {
  const { min_units, expires_at, ended_at, redemptions_max } = coupon;
  if (ended_at !== null || (expires_at !== null && expires_at <= now.toISOString())) return "COUPON_ENDED";
  if (isUsed) return "COUPON_USED";
  if (redemptions_max !== null && taken >= redemptions_max) return "COUPON_USED_UP";
  return units < min_units ? "COUPON_UNITS" : undefined;
}

/** The state of a coupon for staff: it works, all redemptions are taken, or it's over. */
export const COUPON_STATES = ["active", "used_up", "ended"] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export function stateOf(coupon: Limits, { now, taken }: Pick<Use, "now" | "taken">): CouponState {
  const refusal = refusalOf(coupon, { units: Infinity, now, taken, isUsed: false });
  return refusal === "COUPON_ENDED" ? "ended" : refusal === "COUPON_USED_UP" ? "used_up" : "active";
}

/** Formats "20% off the first month", "$5.00 off for 3 months", or "20% off every month". */
export function formatCoupon({ percent_off, amount_off_cents, months }: CouponDiscount): string {
  const off = amount_off_cents === null ? `${percent_off}%` : dollars(amount_off_cents);
  if (months === null) return `${off} off every month`;
  return months === 1 ? `${off} off the first month` : `${off} off for ${months} months`;
}
