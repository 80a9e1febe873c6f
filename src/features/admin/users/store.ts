import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { user, userText } from "#src/features/identity/accounts/tables.ts";
import { hasPremiumNow } from "#src/features/money/billing/tables.ts";
import { clientProfiles, profileText } from "#src/features/pages/profiles/tables.ts";
import { STAFF_ROLES } from "#src/lib/access.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isPartOf, type ListShape, type PageRequest, sortBy } from "#src/platform/db/list.ts";
import { readFound } from "#src/platform/db/search-page.ts";
import { mails } from "#src/platform/tables.ts";
import type { UserFilter } from "./contract.ts";
import { FLAG_DAYS, type Flag, type SeenFilter, type UserOrder, type UserState } from "./rules.ts";

export type UserRow = typeof user.$inferSelect;

type Sort = "newest" | "seen";

const LIST: ListShape<Sort> = {
  sorts: { newest: sortBy(user.createdAt), seen: sortBy(user.lastSeenAt) },
  tie: [user.id],
  usual: { sort: "newest", order: "desc" },
};

export interface UserSearch extends UserFilter {
  now: Date;
}

const ORDERS = {
  newest: { sort: "newest", order: "desc" },
  oldest: { sort: "newest", order: "asc" },
  seen_last: { sort: "seen", order: "desc" },
  seen_long_ago: { sort: "seen", order: "asc" },
} as const satisfies Record<UserOrder, PageRequest<Sort>>;

/** One page of the accounts that match, and how many do. */
export function listUserRows(
  db: Db,
  search: UserSearch,
  page: { cursor?: string | undefined; order: UserOrder; rows: number },
) {
  const { cursor, order, rows } = page;
  const request = { cursor, ...ORDERS[order] };
  return readFound(db, { from: user, where: matching(search) }, { shape: LIST, request, rows });
}

export function matching({
  q = "",
  state,
  plan,
  verified,
  role,
  seen,
  flag,
  now,
}: UserSearch): SQL | undefined {
  return and(
    q === "" ? undefined : isAbout(q),
    state && inState(state, now),
    plan && (plan === "premium" ? hasPremiumNow(user.id, now) : not(hasPremiumNow(user.id, now))),
    verified && eq(user.emailVerified, verified === "yes"),
    role && (role === "staff" ? inArray(user.role, [...STAFF_ROLES]) : eq(user.role, role)),
    seen && wasSeen(seen, now),
    flag && FLAGGED[flag](now),
  );
}

/** Each part has an index of its own, which one condition over all of them couldn't use. */
function isAbout(words: string): SQL {
  const { user_id, deleted_at } = clientProfiles;
  return sql`${user.id} in (
    select ${user.id} from ${user} where ${isPartOf(userText(user), words)}
    union all select ${user_id} from ${clientProfiles} where ${isPartOf(profileText(clientProfiles), words)} and ${isNull(deleted_at)})`;
}

const isSuspended = (now: Date) =>
  and(eq(user.banned, true), or(isNull(user.banExpires), gt(user.banExpires, now))) as SQL;

const STATES: Readonly<Record<UserState, (now: Date) => SQL | undefined>> = {
  suspended: isSuspended,
  leaving: (now) => and(isNotNull(user.deletionDueAt), isNotSuspended(now)),
  active: (now) => and(isNull(user.deletionDueAt), isNotSuspended(now)),
};

const isNotSuspended = (now: Date) =>
  or(isNull(user.banned), ne(user.banned, true), lte(user.banExpires, now));

export const inState = (state: UserState, now: Date) => STATES[state](now);

const daysBefore = (now: Date, days: number): SQL =>
  sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`;

const SEEN = {
  week: { sign: ">", days: 7 },
  month: { sign: ">", days: 30 },
  not_month: { sign: "<=", days: 30 },
  not_year: { sign: "<=", days: 365 },
} as const satisfies Partial<Record<SeenFilter, object>>;

function wasSeen(seen: SeenFilter, now: Date): SQL {
  if (seen === "nowhere") return sql`not exists (select from sessions s where s.user_id = ${user.id})`;
  const { sign, days } = SEEN[seen];
  return sql`${user.lastSeenAt} ${sql.raw(sign)} ${daysBefore(now, days)}`;
}

const FLAGGED: Readonly<Record<Flag, (now: Date) => SQL>> = {
  second_factor: () =>
    sql`${user.id} in (select f.user_id from two_factors f where f.confirmed_at is not null)`,
  reported: () =>
    sql`${user.id} in (select c.owner_id from moderation_cases c where c.state in ('open', 'waiting', 'approval'))`,
  support_access: (now) =>
    sql`${user.id} in (select a.account from staff_access a where a.ends_at > ${now.toISOString()}::timestamptz)`,
  given: (now) => sql`${user.id} in (select g.account from staff_grants g
    where g.ended_at is null and (g.ends_at is null or g.ends_at > ${now.toISOString()}::timestamptz))`,
  // The few sums with complaints have an index of their own.
  mail_complaints: (now) => sql`${user.id} in (select r.user_id from mail_rollups r
    where r.complained > 0 and r.kind = 'happened' and r.at > ${daysBefore(now, FLAG_DAYS)})`,
  // Without what others did with its address.
  limit_reached: (now) => sql`${user.id} in (select i.account from security_incidents i
    where i.kind = 'limit_reached' and i.is_own and i.last_at > ${daysBefore(now, FLAG_DAYS)})`,
};

const USERNAMES_LISTED = 3;

interface UserFigures {
  id: string;
  has_premium: boolean;
  profiles: number;
  usernames: string[];
}

/** What a list shows of accounts besides their rows. */
export async function listUserFigures(
  db: Db,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<Map<string, UserFigures>> {
  if (ids.length === 0) return new Map();
  const own = sql`p.user_id = ${user.id} and p.deleted_at is null and p.draft_of is null`;
  const rows = await rowsOf<UserFigures>(
    db,
    sql`select ${user.id} as id, ${hasPremiumNow(user.id, now)} as has_premium,
      (select count(*)::int from client_profiles p where ${own}) as profiles,
      array(select p.username from client_profiles p where ${own} order by p.created_at limit ${USERNAMES_LISTED}) as usernames
      from ${user} where ${inArray(user.id, [...ids])}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  return row;
}

/** Makes other decisions about the account wait. */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(user).where(eq(user.id, id)).for("update");
  return row;
}

const PAGES_LISTED_MAX = 200;

export function listPagesOf(db: Db, userId: string) {
  const { id, name, username, domain, status, link_count: links } = clientProfiles;
  return db
    .select({ id, name, username, domain, status, links })
    .from(clientProfiles)
    .where(
      and(
        eq(clientProfiles.user_id, userId),
        isNull(clientProfiles.deleted_at),
        isNull(clientProfiles.draft_of),
      ),
    )
    .orderBy(asc(clientProfiles.created_at), asc(clientProfiles.id))
    .limit(PAGES_LISTED_MAX);
}

const MAILS_LISTED_MAX = 50;

export function listMailsTo(db: Db, email: string) {
  return (
    db
      .select()
      .from(mails)
      // The index is for parts of addresses.
      .where(and(isPartOf(sql`${mails.recipient}`, email), eq(mails.recipient, email)))
      .orderBy(desc(mails.id))
      .limit(MAILS_LISTED_MAX)
  );
}

export interface ReachedLimit {
  limit: string;
  is_lock_out: boolean;
  count: number;
  is_own: boolean;
  last_at: string;
}

const LIMITS_LISTED_MAX = 50;

export function listReachedLimits(
  db: Db,
  { account, since }: { account: string; since: Date },
): Promise<ReachedLimit[]> {
  return rowsOf<ReachedLimit>(
    db,
    sql`select subject as limit, kind = 'locked_out' as is_lock_out, sum(count)::int as count, bool_or(is_own) as is_own,
        max(last_at) as last_at
      from security_incidents
      where account = ${account} and kind in ('limit_reached', 'locked_out') and subject <> ''
        and last_at > ${since.toISOString()}::timestamptz
      group by subject, kind order by max(last_at) desc, subject limit ${LIMITS_LISTED_MAX}`,
  );
}

export async function findReferralFigures(db: Db, userId: string) {
  const [row] = await rowsOf<{ invited: number; completed: number; slots: number }>(
    db,
    sql`select count(*)::int as invited, (count(*) filter (where status = 'completed'))::int as completed,
      (select coalesce(sum(reward_amount), 0)::int from referral_rewards where user_id = ${userId}) as slots
      from referrals where referrer_user_id = ${userId}`,
  );
  return row ?? { invited: 0, completed: 0, slots: 0 };
}
