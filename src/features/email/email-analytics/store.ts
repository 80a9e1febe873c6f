import { type SQL, sql } from "drizzle-orm";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { COUNTS } from "#src/features/email/delivery/figure-tables.ts";
import type { Counts, Times } from "#src/features/email/delivery/metrics-contract.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { LinkClicks } from "./contract.ts";
import { happenedRollups, inKind, type KindScope, rollupsOf, withOwners } from "./kinds-store.ts";

const iso = (time: number) => new Date(time).toISOString();
const list = (values: readonly (string | number)[]) => `{${values.join(",")}}`;

/** What a sum is of: everything, a campaign, a sending account, a receiving host, a kind of e-mail, or a step that sends. */
type Level = "all" | "campaign" | "mailbox" | "host" | "kind" | "step";

export interface CountRow extends Counts {
  of: Level;
  key: string | null;
  label: string | null;
  mail_kind: string | null;
  /** What a step says. */
  subject: string | null;
  started_at: Date | string | null;
}

/** The key of a step: its owner's id, a slash, and its own. */
const STEP_KEY = sql`owner_id::text || '/' || step_id`;

/** SQL for the level of a row of `grouping sets`, by the columns that a table groups by. */
const LEVEL = sql`case grouping(mail_kind, batch_id, mailbox_id, host, step_id) when 7 then 'campaign' when 27 then 'mailbox'
  when 29 then 'host' when 15 then 'kind' when 14 then 'step' else 'all' end`;

/** A scope's counts: in all, and of each campaign, sending account, host, kind and step, the largest first. */
export function listCounts(db: Db, scope: KindScope, rowsMax: number): Promise<CountRow[]> {
  return rowsOf(
    db,
    sql`with known as (${rollupsOf(scope)}),
      summed as (
        select ${LEVEL} as of, mail_kind, batch_id, mailbox_id, host, owner_id, step_id, ${COUNTS}
        from known group by grouping sets ((), (mail_kind, batch_id), (mailbox_id), (host), (mail_kind), (mail_kind, owner_id, step_id))
      ), ranked as (
        select *, row_number() over (partition by of order by sent desc, refused desc, batch_id, host, owner_id, step_id) as place
        from summed where (of <> 'campaign' or mail_kind = 'campaigns') and (of <> 'step' or step_id is not null)
      ), lists as (
        select v.mailbox_id, v.recipients from batches k
        cross join lateral unnest(k.mailbox_ids, k.sender_recipients) as v (mailbox_id, recipients)
        where k.user_id = ${scope.account} and k.id in (select batch_id from known) and v.recipients is not null
          ${scope.mailboxId === undefined ? sql`` : sql`and v.mailbox_id = ${scope.mailboxId}::uuid`}
      )
      select s.*, k.started_at,
        coalesce(s.batch_id::text, s.mailbox_id::text, s.host, ${STEP_KEY}, s.mail_kind) as key,
        coalesce(k.name, b.from_address, s.host, q.name, r.name) as label,
        coalesce((select v.snapshots -> s.step_id ->> 'subject' from sequence_versions v where s.of = 'step'
          and v.user_id = ${scope.account} and v.sequence_id = s.owner_id and jsonb_exists(v.snapshots, s.step_id)
          order by v.version desc limit 1), (select v.snapshots -> s.step_id ->> 'subject' from automation_versions v
          where s.of = 'step' and v.user_id = ${scope.account} and v.automation_id = s.owner_id
          and jsonb_exists(v.snapshots, s.step_id) order by v.version desc limit 1)) as subject,
        case when s.of = 'campaign' then k.recipients::float8 when s.of in ('all', 'mailbox') then
          (select nullif(sum(l.recipients), 0)::float8 from lists l
            where s.of = 'all' or l.mailbox_id is not distinct from s.mailbox_id) end as recipients
      from ranked s
      left join campaigns k on s.of = 'campaign' and k.user_id = ${scope.account} and k.id = s.batch_id
      left join mailboxes b on s.of = 'mailbox' and b.user_id = ${scope.account} and b.id = s.mailbox_id
      left join sequences q on s.of = 'step' and q.user_id = ${scope.account} and q.id = s.owner_id
      left join automations r on s.of = 'step' and r.user_id = ${scope.account} and r.id = s.owner_id
      where s.place <= ${rowsMax}::int order by s.of, s.place`,
  );
}

export interface TimesRow extends Times {
  of: "campaign" | "country" | "device" | "kind" | "step";
  key: string;
}

/** Returns the opens and clicks of a scope's e-mail: by batch, kind and step, and people's by country and device. */
export function listTimes(db: Db, scope: KindScope): Promise<TimesRow[]> {
  return rowsOf(
    db,
    sql`with counted as (
        select batch_id, country, device, is_machine, opens, 0 as clicks from mail_opens o
          where ${inKind(scope, "o", "sent_at")}
        union all
        select batch_id, country, device, is_machine, 0, 1 from delivery_clicks c
          where ${inKind(scope, "c", "sent_at")}
        union all
        select batch_id, country, device, is_machine, 0, clicks from (select *, 0::smallint as sender_index from mail_clicks) t
          where ${inKind(scope, "t", "sent_at")}
      ), times as (${withOwners(sql`select * from counted`, scope.account)}), summed as (
        select case when grouping(batch_id) = 0 then 'campaign' when grouping(country) = 0 then 'country'
            when grouping(device) = 0 then 'device' when grouping(step_id) = 0 then 'step' else 'kind' end as of,
          coalesce(batch_id::text, country, device, ${STEP_KEY}, mail_kind) as key,
          coalesce(sum(opens) filter (where not is_machine), 0)::float8 as opens,
          coalesce(sum(opens) filter (where is_machine), 0)::float8 as machine_opens,
          coalesce(sum(clicks) filter (where not is_machine), 0)::float8 as clicks,
          coalesce(sum(clicks) filter (where is_machine), 0)::float8 as machine_clicks
        from times group by grouping sets ((batch_id), (country), (device), (mail_kind), (owner_id, step_id))
      )
      select * from summed where key is not null`,
  );
}

export interface RevenueRow {
  /** A campaign's id, a kind of e-mail, or a step's key. Null for all of them. */
  key: string | null;
  /** Null for the total. Different currencies have no sum. */
  currency: string | null;
  amount: number;
  orders: number;
  /** Recipients who ordered, counted once: the first order is the conversion. */
  conversions: number;
}

/** The orders that a scope's e-mail led to, in total, by campaign, kind and step. Fully refunded orders don't count. */
export function listRevenue(db: Db, scope: KindScope): Promise<RevenueRow[]> {
  const led = sql`select o.* from (select *, campaign_id as batch_id from orders) o
    where ${inKind(scope, "o", "sent_at")} and campaign_id is not null and amount > 0`;
  return rowsOf(
    db,
    // Erased people still count as conversions.
    sql`with led as (${withOwners(led, scope.account)})
      select coalesce(campaign_id::text, ${STEP_KEY}, mail_kind) as key, currency,
        coalesce(sum(amount), 0)::float8 as amount, count(*)::int as orders,
        count(distinct (campaign_id, coalesce(contact_id::text, id)))::int as conversions
      from led group by grouping sets ((), (campaign_id), (mail_kind), (owner_id, step_id),
        (currency), (campaign_id, currency), (mail_kind, currency), (owner_id, step_id, currency))
      having grouping(step_id) = 1 or step_id is not null
      order by amount desc, currency`,
  );
}

export interface BucketRow {
  /** Counts from 1, the first of `starts`. */
  bucket: number;
  sent: number;
  opened: number;
  clicked: number;
}

interface Buckets {
  from: number;
  to: number;
  starts: number[];
}

/** The buckets that begin at `starts`, as a table `s (start, stop, bucket)`. */
function bucketsOf({ from, to, starts }: Buckets): SQL {
  const begins = starts.map((start) => iso(Math.max(start, from)));
  const ends = starts.map((_, index) => iso(starts[index + 1] ?? to));
  return sql`unnest(${list(begins)}::timestamptz[], ${list(ends)}::timestamptz[]) with ordinality as s (start, stop, bucket)`;
}

export function listEngagementBuckets(db: Db, scope: KindScope, buckets: Buckets): Promise<BucketRow[]> {
  return rowsOf(
    db,
    sql`with happened as (${happenedRollups(scope)})
      select s.bucket::int as bucket, h.sent, h.opened, h.clicked from ${bucketsOf(buckets)}
      cross join lateral (
        select sum(sent)::float8 as sent, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked
        from happened where at >= s.start and at < s.stop
      ) h where h.sent is not null`,
  );
}

export interface HourRow {
  weekday: number;
  hour: number;
  opened: number;
  clicked: number;
}

/** Returns the hours of people's opens and clicks, by the clocks of a time zone. */
export function listHours(db: Db, scope: KindScope, tz: string): Promise<HourRow[]> {
  return rowsOf(
    db,
    sql`select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
        sum(opened)::float8 as opened, sum(clicked)::float8 as clicked
      from (select h.at at time zone ${tz}::text as local, opened, clicked from (${happenedRollups(scope)}) h) l
      group by 1, 2 having sum(opened + clicked) > 0 order by 1, 2`,
  );
}

export async function hasSent(db: Db, account: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`(select 1 from mail_rollups where user_id = ${account} limit 1)
      union all (select 1 from transactional_mails where user_id = ${account} and handed_over_at is not null limit 1)`,
  );
  return rows.length > 0;
}

export interface GrowthRow {
  bucket: number;
  joined: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
}

/** SQL for when `c` joined the list, according to their consent `a`. */
const AGREED_AT = sql`coalesce(a.confirmed_at, least(a.given_at, (c.first_touch->>'at')::timestamptz))`;

/**
 * Returns how many people joined and left an account's list in each bucket. People without consent, or
 * without a confirmation, haven't joined, and can't leave. A later sign-up is a newer proof, not another
 * join.
 */
export function listGrowth(db: Db, account: string, buckets: Buckets): Promise<GrowthRow[]> {
  const left = (reasons: string) => sql.raw(`count(*) filter (where reason in (${reasons}))::float8`);
  return rowsOf(
    db,
    sql`with agreed as (
        select ${AGREED_AT} as at
        from contact_consents a
        join contacts c on c.user_id = a.user_id and c.id = a.contact_id
        where a.user_id = ${account} and a.topic = ${NEWS_TOPIC} and a.state in ('confirmed', 'unsubscribed')
          and coalesce(a.confirmed_at, a.given_at) >= ${iso(buckets.from)}::timestamptz
      ), leavers as (
        select l.reason, l.created_at
        from suppressions l
        join contacts c on c.user_id = l.user_id and c.email = l.email
        join contact_consents a on a.user_id = c.user_id and a.contact_id = c.id
        where l.user_id = ${account} and l.scope is null and l.created_at >= ${iso(buckets.from)}::timestamptz
          and a.topic = ${NEWS_TOPIC} and a.state in ('confirmed', 'unsubscribed') and ${AGREED_AT} <= l.created_at
      ), joins as (
        select s.bucket, count(*)::float8 as joined from ${bucketsOf(buckets)}
        join agreed on agreed.at >= s.start and agreed.at < s.stop group by s.bucket
      )
      select s.bucket::int as bucket, coalesce(j.joined, 0) as joined, l.unsubscribed, l.bounced, l.complained
      from ${bucketsOf(buckets)}
      left join joins j using (bucket)
      cross join lateral (
        select ${left("'unsubscribe'")} as unsubscribed, ${left("'hard_bounce'")} as bounced,
          ${left("'complaint', 'spamtrap'")} as complained
        from leavers where created_at >= s.start and created_at < s.stop
      ) l`,
  );
}

/** Returns the number of clicks on each numbered link of a campaign. */
export function listLinkClicks(
  db: Db,
  { account, campaign_id }: { account: string; campaign_id: string },
): Promise<(Omit<LinkClicks, "url"> & { link: number })[]> {
  return rowsOf(
    db,
    sql`select link, coalesce(sum(clicks) filter (where not is_machine), 0)::int as clicks,
        count(distinct contact_id) filter (where not is_machine)::int as people,
        coalesce(sum(clicks) filter (where is_machine), 0)::int as machine_clicks
      from (
        select user_id, batch_id, link, is_machine, contact_id, 1 as clicks from delivery_clicks
        union all
        select user_id, batch_id, link, is_machine, null, clicks from mail_clicks
      ) c where user_id = ${account} and batch_id = ${campaign_id}::uuid group by link`,
  );
}
