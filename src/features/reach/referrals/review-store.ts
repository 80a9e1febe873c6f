import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import type { ReferralRow } from "./attribution-store.ts";
import type { Review } from "./rules.ts";
import { referrals } from "./tables.ts";

/** Puts the reward of a flagged referral on hold, unless staff have decided about it. */
export async function updateFlaggedToWaiting(db: Db, referred: string): Promise<void> {
  await db
    .update(referrals)
    .set({ review: "waiting" })
    .where(
      and(
        eq(referrals.referred_user_id, referred),
        eq(referrals.status, "pending"),
        isNull(referrals.review),
        sql`cardinality(${referrals.flags}) > 0`,
      ),
    );
}

/** Makes other decisions about it wait. */
export async function lockReview(db: Db, id: string): Promise<ReferralRow | undefined> {
  const [row] = await db
    .select()
    .from(referrals)
    .where(and(eq(referrals.id, id), isNotNull(referrals.review)))
    .for("update");
  return row;
}

export async function updateReview(
  db: Db,
  { id, review, now }: { id: string; review: Review; now: string },
): Promise<void> {
  await db.update(referrals).set({ review, reviewed_at: now }).where(eq(referrals.id, id));
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(referrals.created_at) },
  tie: [referrals.id],
  usual: { sort: "newest", order: "desc" },
};
const ROWS = 50;
const referrer = alias(user, "referrer");
const referred = alias(user, "referred");

/** Lists reviewed referrals with both people, newest first. The referred one may be gone. */
export function listReviewRows(db: Db, { review, cursor }: { review: Review; cursor?: string | undefined }) {
  return readPage({ shape: LIST, request: { cursor }, rows: ROWS }, ({ key, after, orderBy, limit }) =>
    db
      .select({
        key,
        row: referrals,
        referrer: { id: referrer.id, name: referrer.name, email: referrer.email },
        referred: { id: referred.id, name: referred.name, email: referred.email },
      })
      .from(referrals)
      .innerJoin(referrer, eq(referrer.id, referrals.referrer_user_id))
      .leftJoin(referred, eq(referred.id, referrals.referred_user_id))
      .where(and(eq(referrals.review, review), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
