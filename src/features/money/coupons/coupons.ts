/*
 * Coupons: codes that staff create and people enter when they buy premium. This slice reserves, redeems, and
 * releases redemptions. `billing` handles checkouts and reports which of them were paid.
 */
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Ctx, Platform, StaffCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { COUPON_ERRORS, COUPON_USE_ERRORS, type Coupon, type CouponForm } from "./contract.ts";
import { couponCreated, couponEnded, couponRedeemed } from "./events.ts";
import {
  CODE_CHARS_MAX,
  CODE_CHARS_MIN,
  type CouponDiscount,
  type CouponRefusal,
  codeOf,
  RESERVED_MINUTES,
  refusalOf,
  stateOf,
} from "./rules.ts";
import {
  type CouponRow,
  countRedemptions,
  deleteReservation,
  findCoupon,
  findCouponUse,
  insertCoupon,
  listCouponRows,
  listOverdueReservations,
  lockCoupon,
  updateCouponEnded,
  updateRedeemed,
  upsertReservation,
} from "./store.ts";

const MINUTE_MS = 60_000;
// regex-ignore: one bounded repetition between both ends
const CODE = new RegExp(`^[A-Z0-9-]{${CODE_CHARS_MIN},${CODE_CHARS_MAX}}$`);

export async function listCoupons(ctx: StaffCtx, { cursor }: { cursor?: string | undefined }) {
  const { rows, ...page } = await listCouponRows(ctx.db, { cursor });
  return {
    ...page,
    items: await toCoupons(
      ctx,
      rows.map(({ row }) => row),
    ),
  };
}

export async function createCoupon(ctx: StaffCtx, form: CouponForm): Promise<Coupon> {
  const code = codeOf(form.code);
  if (!CODE.test(code)) throw failure(COUPON_ERRORS, "COUPON_CODE_INVALID");
  if ((form.percent_off === null) === (form.amount_off_cents === null))
    throw failure(COUPON_ERRORS, "COUPON_OFF_INVALID");
  const created_at = ctx.now().toISOString();
  if (form.expires_at !== null && Date.parse(form.expires_at) <= ctx.now().getTime())
    throw failure(COUPON_ERRORS, "COUPON_EXPIRY_PAST");
  const row: CouponRow = { ...form, id: ctx.newId(), code, created_at, ended_at: null };
  await ctx.write(async (ctx) => {
    if (!(await insertCoupon(ctx.db, row))) throw failure(COUPON_ERRORS, "COUPON_TAKEN");
    await ctx.announce(couponCreated, { account: INSTANCE, subject: row.id, payload: { code } });
  });
  return requireShown(ctx, row);
}

/** Nobody can use it from now on. Ending one again changes nothing. */
export async function endCoupon(ctx: StaffCtx, { id }: { id: string }): Promise<Coupon> {
  const row = await ctx.write(async (ctx) => {
    const found = isId(id) ? await lockCoupon(ctx.db, id) : undefined;
    if (!found) throw failure(COUPON_ERRORS, "COUPON_NOT_FOUND");
    const now = ctx.now().toISOString();
    if (!(await updateCouponEnded(ctx.db, { id, now }))) return found;
    await ctx.announce(couponEnded, { account: INSTANCE, subject: id, payload: { code: found.code } });
    return { ...found, ended_at: now };
  });
  return requireShown(ctx, row);
}

async function requireShown(ctx: StaffCtx, row: CouponRow): Promise<Coupon> {
  const [coupon] = await toCoupons(ctx, [row]);
  if (!coupon) throw new Error("A coupon that can't be shown.");
  return coupon;
}

async function toCoupons(ctx: StaffCtx, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const counts = await countRedemptions(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { redeemed = 0, reserved = 0 } = counts.get(row.id) ?? {};
    return {
      ...row,
      redeemed,
      reserved,
      state: stateOf(row, { now: ctx.now(), taken: redeemed + reserved }),
    };
  });
}

/** A coupon as a checkout needs it. */
export interface AppliedCoupon {
  id: string;
  code: string;
  discount: CouponDiscount;
}

/** A redemption that is reserved for a checkout, with the deadline to pay. */
export interface ReservedCoupon extends AppliedCoupon {
  redemption: string;
  until: string;
}

interface Entered {
  code: string;
  units: number;
}

/** Limits guesses at codes. Valid ones don't count. */
const GUESSES: Limit = {
  name: "coupons.guess",
  attempts: 10,
  seconds: 60 * 60,
  sentence: "That’s a lot of codes.",
};

/** Returns the coupon with a code that the account could use now. Reserves nothing. */
export async function checkCoupon(ctx: Ctx, { code, units }: Entered): Promise<AppliedCoupon> {
  await ctx.limits.count(GUESSES, ctx.account);
  const row = await findCoupon(ctx.db, codeOf(code));
  if (!row) throw failure(COUPON_USE_ERRORS, "COUPON_UNKNOWN");
  await ctx.limits.uncount(GUESSES, ctx.account);
  await requireUsable(ctx, row, units);
  return toApplied(row);
}

/** Reserves one of a coupon's redemptions for the account's checkout. */
export async function reserveCoupon(ctx: Ctx, entered: Entered): Promise<ReservedCoupon> {
  const { id } = await checkCoupon(ctx, entered);
  return ctx.write(async (ctx) => {
    const row = await lockCoupon(ctx.db, id);
    if (!row) throw failure(COUPON_USE_ERRORS, "COUPON_UNKNOWN");
    await requireUsable(ctx, row, entered.units);
    const until = new Date(ctx.now().getTime() + RESERVED_MINUTES * MINUTE_MS).toISOString();
    const redemption = await upsertReservation(ctx.db, {
      id: ctx.newId(),
      coupon_id: row.id,
      account: ctx.account,
      reserved_until: until,
      created_at: ctx.now().toISOString(),
    });
    return { ...toApplied(row), redemption, until };
  });
}

async function requireUsable(ctx: Ctx, row: CouponRow, units: number): Promise<void> {
  const use = await findCouponUse(ctx.db, { coupon: row.id, account: ctx.account });
  const refusal = refusalOf(row, { ...use, units, now: ctx.now() });
  if (refusal) throw failure(COUPON_USE_ERRORS, refusal, sentenceOf(refusal, row));
}

function sentenceOf(refusal: CouponRefusal, { min_units }: CouponRow): { message?: string } {
  return refusal === "COUPON_UNITS"
    ? { message: `That code is for ${min_units.toLocaleString("en-US")} units or more.` }
    : {};
}

function toApplied({ id, code, percent_off, amount_off_cents, months }: CouponRow): AppliedCoupon {
  return { id, code, discount: { percent_off, amount_off_cents, months } };
}

/** Marks a reserved redemption as paid. Idempotent. */
export async function redeemCoupon(
  ctx: Platform,
  { account, redemption }: { account: string; redemption: string },
): Promise<void> {
  if (!isId(redemption)) return;
  const now = ctx.now().toISOString();
  const coupon = await updateRedeemed(ctx.db, { id: redemption, account, now });
  if (!coupon) return;
  await ctx.announce(couponRedeemed, { account, subject: coupon.id, payload: { code: coupon.code } });
}

/** Lists redemptions reserved for checkouts that are over. Some of those may have been paid in time. */
export function listOverdueRedemptions({ db, now }: Platform) {
  return listOverdueReservations(db, now().toISOString());
}

/** Makes an abandoned checkout's redemption available to others. */
export async function releaseRedemption({ db, now }: Platform, id: string): Promise<void> {
  await deleteReservation(db, { id, now: now().toISOString() });
}
