import { and, asc, eq, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { countRows, type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { referralCodes, referralRewards, referrals } from "./tables.ts";

export type CodeRow = typeof referralCodes.$inferSelect;

/** The current one first, then by age. */
export function listCodes(db: Db, account: string): Promise<CodeRow[]> {
  return db
    .select()
    .from(referralCodes)
    .where(eq(referralCodes.user_id, account))
    .orderBy(sql`${referralCodes.is_current} desc`, asc(referralCodes.created_at), asc(referralCodes.code));
}

/** Finds a code and its account, ignoring case. Undefined if the account is closed. */
export async function findCode(db: Db, code: string): Promise<Pick<CodeRow, "code" | "user_id"> | undefined> {
  const [row] = await rowsOf<Pick<CodeRow, "code" | "user_id">>(
    db,
    sql`select c.code, c.user_id from referral_codes c join users u on u.id = c.user_id
        where lower(c.code) = lower(${code}) and not ${sql.raw(IS_CLOSED)}`,
  );
  return row;
}

/** Adds the account's current code, which must have none. False if it's taken, ignoring case. */
export async function insertCode(db: Db, row: Omit<CodeRow, "is_current">): Promise<boolean> {
  const rows = await db
    .insert(referralCodes)
    .values({ ...row, is_current: true })
    .onConflictDoNothing()
    .returning({ code: referralCodes.code });
  return rows.length > 0;
}

/** Leaves the account without a current code. All of them keep working. */
export async function updateCodeRetired(db: Db, account: string): Promise<void> {
  await db
    .update(referralCodes)
    .set({ is_current: false })
    .where(and(eq(referralCodes.user_id, account), referralCodes.is_current));
}

/** Makes one of the account's codes its current one, spelled as in `code`. The account must have none. */
export async function updateCodeCurrent(db: Db, { old, code }: { old: string; code: string }): Promise<void> {
  // Visits refer to the code by its spelling.
  await db.update(referralCodes).set({ is_current: true }).where(eq(referralCodes.code, old));
  if (code !== old) await db.update(referralCodes).set({ code }).where(eq(referralCodes.code, old));
}

/** Keeps a referral without the person, because their account has ended. */
export async function eraseReferredPerson(db: Db, account: string): Promise<void> {
  await db.update(referrals).set({ referred_user_id: null }).where(eq(referrals.referred_user_id, account));
}

export async function upsertVisit(db: Db, { code, day }: { code: string; day: string }): Promise<void> {
  await db.execute(
    sql`insert into referral_visits as v (code, day, visits) values (${code}, ${day}, 1)
        on conflict (code, day) do update set visits = v.visits + 1`,
  );
}

export interface Stats {
  visits: number;
  sign_ups: number;
  completed: number;
  slots_earned: number;
}

export async function getStats(db: Db, account: string): Promise<Stats> {
  const [row] = await rowsOf<Stats>(
    db,
    sql`select
        (select coalesce(sum(v.visits), 0)::int from referral_visits v
          join referral_codes c on c.code = v.code where c.user_id = ${account}) as visits,
        (select count(*)::int from referrals where referrer_user_id = ${account}) as sign_ups,
        (select count(*)::int from referrals where referrer_user_id = ${account} and status = 'completed') as completed,
        (select coalesce(sum(reward_amount), 0)::int from referral_rewards
          where user_id = ${account} and side = 'referrer') as slots_earned`,
  );
  return row ?? { visits: 0, sign_ups: 0, completed: 0, slots_earned: 0 };
}

/** Returns the account's slots from referrals, on either side. */
export async function getRewardTotal(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${referralRewards.reward_amount}), 0)::int` })
    .from(referralRewards)
    .where(eq(referralRewards.user_id, account));
  return row?.sum ?? 0;
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(referrals.created_at) },
  tie: [referrals.id],
  usual: { sort: "newest", order: "desc" },
};

const ROWS = 50;

export async function listReferralRows(
  db: Db,
  { account, cursor }: { account: string; cursor?: string | undefined },
) {
  const own = eq(referrals.referrer_user_id, account);
  const page = await readPage(
    { shape: LIST, request: { cursor }, rows: ROWS },
    ({ key, after, orderBy, limit }) =>
      db
        .select({ key, row: referrals, reward_amount: referralRewards.reward_amount })
        .from(referrals)
        .leftJoin(
          referralRewards,
          and(eq(referralRewards.referral_id, referrals.id), eq(referralRewards.side, "referrer")),
        )
        .where(and(own, after))
        .orderBy(...orderBy)
        .limit(limit),
  );
  return { ...page, ...(await countRows(db, referrals, own)) };
}
