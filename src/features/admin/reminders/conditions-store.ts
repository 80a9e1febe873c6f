/*
 * SQL for what's true of accounts at this moment: a row for each account and thing, since when (or until when) it is, and
 * an occasion that stays the same for as long as it's the same case.
 */
import { type SQL, sql } from "drizzle-orm";
import { DEFAULT_LIMITS, type PlanLimits } from "#src/features/money/entitlements/rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { NEARLY_FULL, type ReminderName } from "./rules.ts";

/** Limits a column with account ids. */
type Within = (column: SQL) => SQL;

interface Condition {
  /** An index that has accounts by their ids: all that can match are in it. */
  walk: { table: SQL; column: SQL };
  /** Selects `account`, `occasion` and `since`. */
  rows: (within: Within, moment: Moment) => SQL;
}

/** What's the same for all accounts: the time, and what plans include. */
interface Moment {
  now: SQL;
  limits: PlanLimits;
}

/** From which number on something is nearly full. */
const nearly = (limit: number) => sql.raw(String(NEARLY_FULL * limit));

const LIVE = sql.raw("p.deleted_at is null and p.draft_of is null and p.is_active");
const users = { table: sql.raw("users"), column: sql.raw("id") };
const profiles = { table: sql.raw("client_profiles"), column: sql.raw("user_id") };
const millis = (time: string) => sql.raw(`(extract(epoch from ${time}) * 1000)::bigint`);

const CONDITIONS: Readonly<Record<ReminderName, Condition>> = {
  no_profile: {
    walk: users,
    rows: (within) => sql`select u.id as account, 'account' as occasion,
        greatest(u.created_at, u.handed_over_at) as since
      from users u where ${within(sql.raw("u.id"))} and coalesce(u.role, 'user') = 'user'
        and not exists (select from client_profiles p where p.user_id = u.id and p.deleted_at is null and p.draft_of is null)
        and not exists (select from team_members m where m.user_id = u.id)`,
  },
  no_link: {
    walk: profiles,
    rows: (within) => sql`select p.user_id as account,
        (array_agg(p.id order by p.created_at, p.id))[1]::text as occasion, min(p.created_at) as since
      from client_profiles p where ${within(sql.raw("p.user_id"))} and ${LIVE} group by p.user_id
      having max(p.link_count) = 0 and bool_and(coalesce(p.direct_link_url, '') = '')
        and not bool_or(coalesce(p.lead_capture_enabled, false))`,
  },
  no_clicks: {
    walk: profiles,
    // Sums up each page's links by itself: joined, they might all be read for each stretch.
    rows: (within) => sql`select p.user_id as account, p.id::text as occasion, f.first as since
      from client_profiles p cross join lateral (
        select min(l.created_at) filter (where l.deleted_at is null and l.kind = 'link') as first,
          max(l.click_count) as clicks from links l where l.profile_id = p.id) f
      where ${within(sql.raw("p.user_id"))} and ${LIVE} and p.link_count > 0
        and p.staff_hidden is null and coalesce(p.direct_link_url, '') = '' and f.clicks = 0`,
  },
  domain_problem: {
    walk: { table: sql.raw("domains"), column: sql.raw("account") },
    rows: (
      within,
    ) => sql`select d.account, d.id || ' ' || ${millis("coalesce(d.dangling_since, d.created_at)")} as occasion,
        coalesce(d.dangling_since, d.created_at) as since
      from domains d where ${within(sql.raw("d.account"))}
        and (d.dangling_since is not null or d.active_at is null)`,
  },
  payment_failing: {
    walk: { table: sql.raw("subscriptions"), column: sql.raw("account") },
    rows: (
      within,
    ) => sql`select s.account, ${millis("s.failing_since")}::text as occasion, s.failing_since as since
      from subscriptions s where ${within(sql.raw("s.account"))}
        and s.status = 'past_due' and s.failing_since is not null`,
  },
  quota_near: {
    walk: profiles,
    // What only may be true: `conditions.ts` asks whoever decides limits.
    rows: (within, { now, limits }) => sql`select c.account,
        case when c.units > 0 then 'links ' || c.units else 'pages ' || (
          select coalesce(sum(g.quantity), 0) from staff_grants g where g.account = c.account and g.kind = 'profile_slots'
            and g.ended_at is null and (g.ends_at is null or g.ends_at > ${now})) || ' ' || (
          select coalesce(sum(r.reward_amount), 0) from referral_rewards r where r.user_id = c.account) end as occasion,
        case when c.units > 0 then (select max(l.created_at) from client_profiles p join links l on l.profile_id = p.id
          where p.user_id = c.account and l.deleted_at is null) else c.newest end as since
      from (select used.*, coalesce((select s.granted_units from subscriptions s where s.account = used.account), 0)
          + coalesce((select sum(coalesce(g.quantity, ${sql.raw(String(DEFAULT_LIMITS.units_given))})) from staff_grants g
            where g.account = used.account and g.kind = 'premium_units' and g.ended_at is null
              and (g.ends_at is null or g.ends_at > ${now})), 0) as units
        from (select p.user_id as account, count(*) as pages, sum(p.link_count) as links, max(p.created_at) as newest
          from client_profiles p where ${within(sql.raw("p.user_id"))} and ${LIVE} group by p.user_id
          having count(*) >= ${nearly(limits.profiles_free)}
            or sum(p.link_count) >= ${nearly(limits.links_per_unit)}) used) c
      where case when c.units > 0 then c.links >= ${nearly(limits.links_per_unit)} * c.units
        else c.pages >= ${nearly(limits.profiles_free)} end`,
  },
  draft_campaign: {
    walk: { table: sql.raw("campaigns"), column: sql.raw("user_id") },
    rows: (within) => sql`select c.user_id as account, c.id::text as occasion, c.updated_at as since
      from campaigns c where ${within(sql.raw("c.user_id"))} and c.state = 'draft' and c.series_id is null
        and c.approval_asked_at is null`,
  },
  inactive: {
    walk: users,
    rows: (
      within,
    ) => sql`select u.id as account, ${millis("u.last_seen_at")}::text as occasion, u.last_seen_at as since
      from users u where ${within(sql.raw("u.id"))} and coalesce(u.role, 'user') = 'user'
        and exists (select from client_profiles p where p.user_id = u.id and ${LIVE})`,
  },
  mailbox_problem: {
    walk: { table: sql.raw("mailboxes"), column: sql.raw("user_id") },
    rows: (within) => sql`select m.user_id as account, m.id || ' ' || ${millis("m.state_since")} as occasion,
        m.state_since as since
      from mailboxes m where ${within(sql.raw("m.user_id"))} and m.state in ('unverified', 'auth_failed')`,
  },
  premium_ending: {
    walk: { table: sql.raw("staff_grants"), column: sql.raw("account") },
    rows: (within) => sql`select g.account, g.id::text as occasion, g.ends_at as since
      from staff_grants g where ${within(sql.raw("g.account"))} and g.kind = 'premium_units'
        and g.ended_at is null and g.ends_at is not null
        and not exists (select from staff_grants o where o.account = g.account and o.kind = 'premium_units'
          and o.ended_at is null and (o.ends_at is null or o.ends_at > g.ends_at))
        and not exists (select from subscriptions s where s.account = g.account and s.granted_units > 0)`,
  },
};

export function matchesOf(rule: ReminderName, within: Within, moment: Moment): SQL {
  return CONDITIONS[rule].rows(within, moment);
}

export const isOneOf =
  (accounts: readonly string[]): Within =>
  (column) =>
    sql`${column} = any(${sql.param([...accounts])}::text[])`;

export const isBetween =
  ({ after, last }: Stretch): Within =>
  (column) =>
    sql`${column} > ${after} and ${column} <= ${last}`;

/** Accounts by their ids: those after one, up to and with another. */
export interface Stretch {
  after: string;
  last: string;
}

/** Finds where the next stretch ends that has about so many rows. Undefined if there are none left. */
export async function findStretch(
  db: Db,
  { rule, after, rows }: { rule: ReminderName; after: string; rows: number },
): Promise<Stretch | undefined> {
  const { table, column } = CONDITIONS[rule].walk;
  const [edge] = await rowsOf<{ last: string | null }>(
    db,
    sql`select max(id) as last from (select ${column} as id from ${table} where ${column} > ${after}
      order by ${column} limit ${rows}) next_ones`,
  );
  return edge?.last ? { after, last: edge.last } : undefined;
}
