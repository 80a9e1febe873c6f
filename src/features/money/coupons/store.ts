import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { couponRedemptions, coupons } from "./tables.ts";

export type CouponRow = typeof coupons.$inferSelect;
export type RedemptionRow = typeof couponRedemptions.$inferSelect;

export async function findCoupon(db: Db, code: string): Promise<CouponRow | undefined> {
  const [row] = await db.select().from(coupons).where(eq(coupons.code, code));
  return row;
}

/** Makes other checkouts with the coupon wait. */
export async function lockCoupon(db: Db, id: string): Promise<CouponRow | undefined> {
  const [row] = await db.select().from(coupons).where(eq(coupons.id, id)).for("update");
  return row;
}

/** False if another coupon has the code. */
export async function insertCoupon(db: Db, row: typeof coupons.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(coupons)
    .values(row)
    .onConflictDoNothing({ target: coupons.code })
    .returning({ id: coupons.id });
  return rows.length > 0;
}

/** False if it has already ended. */
export async function updateCouponEnded(db: Db, { id, now }: { id: string; now: string }): Promise<boolean> {
  const rows = await db
    .update(coupons)
    .set({ ended_at: now })
    .where(and(eq(coupons.id, id), isNull(coupons.ended_at)))
    .returning({ id: coupons.id });
  return rows.length > 0;
}

export interface RedemptionCounts {
  coupon_id: string;
  redeemed: number;
  reserved: number;
}

export async function countRedemptions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, RedemptionCounts>> {
  const { coupon_id, redeemed_at } = couponRedemptions;
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      coupon_id,
      redeemed: sql<number>`count(${redeemed_at})::int`,
      reserved: sql<number>`(count(*) - count(${redeemed_at}))::int`,
    })
    .from(couponRedemptions)
    .where(inArray(coupon_id, [...ids]))
    .groupBy(coupon_id);
  return new Map(rows.map((row) => [row.coupon_id, row]));
}

/** Returns how many redemptions others have taken, and whether this account has paid with the coupon. */
export async function findCouponUse(db: Db, { coupon, account }: { coupon: string; account: string }) {
  const { redeemed_at } = couponRedemptions;
  const own = sql`${couponRedemptions.account} is not distinct from ${account}`;
  const [row] = await db
    .select({
      taken: sql<number>`(count(*) filter (where not (${own})))::int`,
      isUsed: sql<boolean>`coalesce(bool_or(${own} and ${redeemed_at} is not null), false)`,
    })
    .from(couponRedemptions)
    .where(eq(couponRedemptions.coupon_id, coupon));
  return row ?? { taken: 0, isUsed: false };
}

/** Reserves a redemption for the account, or extends its reservation. Returns its id. */
export async function upsertReservation(
  db: Db,
  row: Pick<RedemptionRow, "id" | "coupon_id" | "account" | "reserved_until" | "created_at">,
): Promise<string> {
  const [kept] = await db
    .insert(couponRedemptions)
    .values(row)
    .onConflictDoUpdate({
      target: [couponRedemptions.coupon_id, couponRedemptions.account],
      set: { reserved_until: row.reserved_until },
    })
    .returning({ id: couponRedemptions.id });
  return kept?.id ?? row.id;
}

/**
 * Returns the coupon that has just been paid with. Undefined if it already was, or if nobody has reserved
 * this redemption.
 */
export async function updateRedeemed(
  db: Db,
  { id, account, now }: { id: string; account: string; now: string },
): Promise<{ id: string; code: string } | undefined> {
  const [row] = await db
    .update(couponRedemptions)
    .set({ redeemed_at: now, reserved_until: null })
    .from(coupons)
    .where(
      and(
        eq(couponRedemptions.id, id),
        eq(couponRedemptions.account, account),
        isNull(couponRedemptions.redeemed_at),
        eq(coupons.id, couponRedemptions.coupon_id),
      ),
    )
    .returning({ id: coupons.id, code: coupons.code });
  return row;
}

/** Lists redemptions whose checkout can't be paid anymore. */
export function listOverdueReservations(
  db: Db,
  now: string,
): Promise<Pick<RedemptionRow, "id" | "account">[]> {
  return db
    .select({ id: couponRedemptions.id, account: couponRedemptions.account })
    .from(couponRedemptions)
    .where(lt(couponRedemptions.reserved_until, now));
}

export async function deleteReservation(db: Db, { id, now }: { id: string; now: string }): Promise<void> {
  await db
    .delete(couponRedemptions)
    .where(and(eq(couponRedemptions.id, id), lt(couponRedemptions.reserved_until, now)));
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(coupons.created_at) },
  tie: [coupons.id],
  usual: { sort: "newest", order: "desc" },
};
const ROWS = 50;

export function listCouponRows(db: Db, { cursor }: { cursor?: string | undefined }) {
  return readPage({ shape: LIST, request: { cursor }, rows: ROWS }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, row: coupons })
      .from(coupons)
      .where(after)
      .orderBy(...orderBy)
      .limit(limit),
  );
}
