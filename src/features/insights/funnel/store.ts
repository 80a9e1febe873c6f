import { type SQL, sql } from "drizzle-orm";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface LeadScope {
  account: string;
  profileId: string;
  from: string;
  to: string;
}

/** Sign-ups on the page in the period, as `f`. */
const signUps = ({ profileId, from, to }: LeadScope) =>
  sql`f.profile_id = ${profileId} and f.created_at >= ${from}::timestamptz and f.created_at < ${to}::timestamptz`;

export interface LeadOrigin {
  id: string;
  created_at: string;
  /** Null without JavaScript. */
  session_id: string | null;
  country: string;
  referrer_host: string;
}

export function listLeadOrigins(db: Db, scope: LeadScope): Promise<LeadOrigin[]> {
  return rowsOf(
    db,
    sql`select f.id, f.created_at, f.session_id, f.country, f.referrer_host from fan_leads f where ${signUps(scope)}`,
  );
}

interface Outcomes {
  people: number;
  confirmed: number;
  ordered: number;
  revenue: { currency: string; amount: number; orders: number }[];
}

/**
 * Counts the people who signed up in the period, and what became of them until now. Who was merged with somebody is one
 * person with them. `ids` limits it to some sign-ups.
 */
export async function countOutcomes(
  db: Db,
  scope: LeadScope,
  ids: readonly string[] | undefined,
): Promise<Outcomes> {
  const { account, from } = scope;
  const among = ids ? sql` and f.id = any(${`{${ids.join(",")}}`}::uuid[])` : sql``;
  const [row] = await rowsOf<Outcomes>(
    db,
    sql`with people as materialized (
      select coalesce(m.kept_id, f.contact_id, f.id) as id, min(f.created_at) as at
      from fan_leads f left join contact_merges m on m.user_id = f.user_id and m.id = f.contact_id
      where ${signUps(scope)}${among} group by 1
    ), bought as materialized (
      select p.id, o.amount, o.currency
      from orders o left join contact_merges m on m.user_id = o.user_id and m.id = o.contact_id
      join people p on p.id = coalesce(m.kept_id, o.contact_id)
      where o.user_id = ${account} and o.amount > 0 and o.ordered_at >= p.at and o.ordered_at >= ${from}::timestamptz
    )
    select (select count(*) from people)::int as people,
      (select count(*) from people p join contact_consents c on c.user_id = ${account} and c.contact_id = p.id
        and c.topic = ${NEWS_TOPIC} and c.state in ('confirmed', 'unsubscribed'))::int as confirmed,
      (select count(distinct id) from bought)::int as ordered,
      (select coalesce(json_agg(r order by r.amount desc, r.currency), '[]') from (
        select currency, sum(amount)::float8 as amount, count(*)::int as orders from bought group by currency) r) as revenue`,
  );
  return row ?? { people: 0, confirmed: 0, ordered: 0, revenue: [] };
}

/** Counts the page's fans until the period's end, and those who came back in it on a later UTC day than their first. */
export async function countReturning(
  db: Db,
  { account, profileId, from, to }: LeadScope,
): Promise<{ fans: number; returned: number; by_email: number; by_sign_up: number }> {
  const within = (column: SQL) => sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`;
  const later = (column: SQL) =>
    sql`date_trunc('day', ${column}, 'UTC') > date_trunc('day', f.first_at, 'UTC')`;
  const [row] = await rowsOf<Awaited<ReturnType<typeof countReturning>>>(
    db,
    sql`with fans as materialized (
      select coalesce(m.kept_id, f.contact_id) as id, min(f.created_at) as first_at
      from fan_leads f left join contact_merges m on m.user_id = f.user_id and m.id = f.contact_id
      where f.profile_id = ${profileId} and f.contact_id is not null and f.created_at < ${to}::timestamptz group by 1
    ), clicked as (
      select distinct f.id from delivery_clicks k
      left join contact_merges m on m.user_id = k.user_id and m.id = k.contact_id
      join fans f on f.id = coalesce(m.kept_id, k.contact_id)
      where k.user_id = ${account} and not k.is_machine and ${within(sql`k.created_at`)} and ${later(sql`k.created_at`)}
    ), signed as (
      select f.id from fans f join contacts c on c.user_id = ${account} and c.id = f.id
      where (c.last_touch->>'at')::timestamptz >= ${from}::timestamptz and exists (
        select from contact_timeline t where t.user_id = ${account} and t.contact_id = f.id and t.kind = 'sign_up'
          and ${within(sql`t.at`)} and ${later(sql`t.at`)})
    )
    select (select count(*) from fans)::int as fans, (select count(*) from clicked)::int as by_email,
      (select count(*) from signed)::int as by_sign_up,
      (select count(*) from (select id from clicked union select id from signed) r)::int as returned`,
  );
  return row ?? { fans: 0, returned: 0, by_email: 0, by_sign_up: 0 };
}
