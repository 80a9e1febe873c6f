import { eq, lt, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { POPUP_COUNT_NEVER, type SharedFraudSignal } from "./rules.ts";
import { affiliatePopups, referralMarks, referralRewards, referrals } from "./tables.ts";

export type ReferralRow = typeof referrals.$inferSelect;
type NewReferral = typeof referrals.$inferInsert;

/** The two people of a referral, and their existing connections. */
export interface Pair {
  created_at: Date | string;
  referred_email: string;
  referrer_email: string;
  /** Set if they've been referred before, even if their referrer is gone. */
  is_referred: boolean;
  /** Set if the referrer came with the other's code. */
  is_mutual: boolean;
}

interface Two {
  referrer: string;
  referred: string;
}

export async function findPair(db: Db, { referrer, referred }: Two): Promise<Pair | undefined> {
  const [row] = await rowsOf<Pair>(
    db,
    sql`select u.created_at, u.email as referred_email, r.email as referrer_email,
          exists (select 1 from referrals where referred_user_id = u.id)
            or exists (select 1 from referral_rewards where user_id = u.id and side = 'referred') as is_referred,
          exists (select 1 from referrals where referred_user_id = r.id and referrer_user_id = u.id) as is_mutual
        from users u, users r where u.id = ${referred} and r.id = ${referrer}`,
  );
  return row;
}

/** False if the person already has a referral. */
export async function insertReferral(db: Db, row: NewReferral): Promise<boolean> {
  const rows = await db
    .insert(referrals)
    .values(row)
    .onConflictDoNothing({ target: referrals.referred_user_id })
    .returning({ id: referrals.id });
  return rows.length > 0;
}

export async function findReferralOf(db: Db, referred: string): Promise<ReferralRow | undefined> {
  const [row] = await db.select().from(referrals).where(eq(referrals.referred_user_id, referred));
  return row;
}

/** Returns the slots that a referral has given each side, 0 if it isn't completed. */
export async function findRewardOf(db: Db, referral: string): Promise<number> {
  const [row] = await db
    .select({ amount: referralRewards.reward_amount })
    .from(referralRewards)
    .where(eq(referralRewards.referral_id, referral))
    .limit(1);
  return row?.amount ?? 0;
}

/**
 * Completes the pending referral of someone who has a profile. Undefined if there's nothing to complete, or
 * it has just been done.
 */
export async function updateReferralCompleted(
  db: Db,
  { referred, now }: { referred: string; now: string },
): Promise<{ id: string; referrer: string } | undefined> {
  const [row] = await rowsOf<{ id: string; referrer: string }>(
    db,
    sql`update referrals set status = 'completed', completed_at = ${now}::timestamptz
        where referred_user_id = ${referred} and status = 'pending' and coalesce(review, 'approved') = 'approved'
          and exists (select 1 from client_profiles where user_id = ${referred} and deleted_at is null)
        returning id, referrer_user_id as referrer`,
  );
  return row;
}

export async function insertRewards(db: Db, rows: (typeof referralRewards.$inferInsert)[]): Promise<void> {
  await db.insert(referralRewards).values(rows).onConflictDoNothing();
}

export type NewFraudSignal = typeof referralMarks.$inferInsert;

/** Stores a browser's traces, or updates their time. */
export async function upsertFraudSignals(db: Db, marks: readonly NewFraudSignal[]): Promise<void> {
  await db
    .insert(referralMarks)
    .values([...marks])
    .onConflictDoUpdate({
      target: [referralMarks.user_id, referralMarks.kind, referralMarks.hash],
      set: { seen_at: sql`excluded.seen_at` },
    });
}

const SHARED_ROWS = 100;

/** Lists others who have left one of these traces since then: the referrer, or people they referred. */
export function listSharedFraudSignals(
  db: Db,
  { referrer, referred, hashes, since }: Two & { hashes: readonly string[]; since: string },
): Promise<SharedFraudSignal[]> {
  const list = sql.join(
    hashes.map((hash) => sql`${hash}`),
    sql`, `,
  );
  return rowsOf<SharedFraudSignal>(
    db,
    sql`select m.user_id, m.kind from referral_marks m
        where m.hash in (${list}) and m.seen_at > ${since}::timestamptz and m.user_id <> ${referred}
          and (m.user_id = ${referrer} or exists (
            select 1 from referrals r where r.referred_user_id = m.user_id and r.referrer_user_id = ${referrer}))
        limit ${SHARED_ROWS}`,
  );
}

export async function deleteFraudSignalsBefore(db: Db, before: string): Promise<void> {
  await db.delete(referralMarks).where(lt(referralMarks.seen_at, before));
}

/** Returns everything that decides about the popup, and the person's referral, in one statement. */
export async function findPopupState(db: Db, person: string) {
  const [row] = await db
    .select({
      has_profile: sql<boolean>`exists (
        select 1 from client_profiles p where p.user_id = ${person} and p.deleted_at is null)`,
      popup: affiliatePopups,
      referral: { id: referrals.id, status: referrals.status },
    })
    .from(user)
    .leftJoin(affiliatePopups, eq(affiliatePopups.user_id, user.id))
    .leftJoin(referrals, eq(referrals.referred_user_id, user.id))
    .where(eq(user.id, person));
  return row;
}

/** Counts one more showing, or sets the count that prevents any more. */
export async function upsertPopupShown(
  db: Db,
  { person, never, now }: { person: string; never: boolean; now: string },
): Promise<void> {
  const count = never ? sql`${POPUP_COUNT_NEVER}::int` : sql`affiliate_popups.affiliate_popup_count + 1`;
  await db
    .insert(affiliatePopups)
    .values({
      user_id: person,
      last_affiliate_popup: now,
      affiliate_popup_count: never ? POPUP_COUNT_NEVER : 1,
    })
    .onConflictDoUpdate({
      target: affiliatePopups.user_id,
      set: {
        last_affiliate_popup: now,
        affiliate_popup_count: sql`least(${count}, ${POPUP_COUNT_NEVER}::int)`,
      },
    });
}
