import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { LinkClicks, Times } from "./contract.ts";
import { type Counts, REPORTING_HOSTS } from "./rules.ts";

/** An account's e-mail: what was sent between two moments, or what certain campaigns sent. */
export interface Scope {
  account: string;
  /** In milliseconds, `to` exclusive. */
  period?: { from: number; to: number };
  campaignIds?: readonly string[] | undefined;
  mailboxId?: string | undefined;
}

const iso = (time: number) => new Date(time).toISOString();
const list = (values: readonly (string | number)[]) => `{${values.join(",")}}`;

/** The rows of a table that belong to a scope. `time` is the column with the time of sending. */
function within({ account, period, campaignIds, mailboxId }: Scope, table: string, time: string): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  return sql`${column("user_id")} = ${account}
    ${period ? sql`and ${column(time)} >= ${iso(period.from)}::timestamptz and ${column(time)} < ${iso(period.to)}::timestamptz` : sql``}
    ${campaignIds ? sql`and ${column("campaign_id")} = any(${list(campaignIds)}::uuid[])` : sql``}
    ${
      mailboxId === undefined
        ? sql``
        : sql`and ${column("campaign_id")} in (select id from campaigns where user_id = ${account} and mailbox_id = ${mailboxId}::uuid)`
    }`;
}

const FIGURES = [
  ...["sent", "refused", "returned", "bounced_hard", "bounced_soft", "complained", "replied"],
  ...["unsubscribed", "opened", "machine_opened", "clicked", "machine_clicked"],
];
const sums = (from = "") =>
  sql.raw(FIGURES.map((name) => `coalesce(sum(${from}${name}), 0)::float8 as ${name}`).join(", "));

export interface CountRow extends Counts {
  /** What it's a sum of: everything, a campaign, a sending account, or a receiving host. */
  of: "all" | "campaign" | "mailbox" | "host";
  key: string | null;
  label: string | null;
  started_at: Date | string | null;
}

/** A scope's counts: in all, and of each campaign, sending account and host, the largest first. */
export function listCounts(db: Db, scope: Scope, rowsMax: number): Promise<CountRow[]> {
  return rowsOf(
    db,
    sql`with complained as (
        select distinct host from mail_rollups r
        where ${within(scope, "r", "at")} and r.kind = 'sent' and r.complained > 0
      ), known as (
        select r.*, k.mailbox_id, r.sent - r.returned as arrived, k.is_tracked,
          r.host = any(${list(REPORTING_HOSTS)}::text[]) or c.host is not null as reports
        from mail_rollups r
        join campaigns k on k.user_id = r.user_id and k.id = r.campaign_id
        left join complained c on c.host = r.host
        where ${within(scope, "r", "at")} and r.kind = 'sent'
      ), summed as (
        select grouping(campaign_id, mailbox_id, host) as level, campaign_id, mailbox_id, host, ${sums()},
          coalesce(sum(arrived) filter (where reports), 0)::float8 as delivered_reporting,
          coalesce(sum(arrived) filter (where is_tracked), 0)::float8 as delivered_tracked
        from known group by grouping sets ((), (campaign_id), (mailbox_id), (host))
      ), ranked as (
        select *, row_number() over (partition by level order by sent desc, refused desc, campaign_id, host) as place
        from summed
      )
      select s.*, case s.level when 3 then 'campaign' when 5 then 'mailbox' when 6 then 'host' else 'all' end as of,
        s.sent - s.returned as delivered, k.started_at,
        coalesce(s.campaign_id::text, s.mailbox_id::text, s.host) as key,
        coalesce(k.name, b.from_address, s.host) as label
      from ranked s
      left join campaigns k on s.level = 3 and k.user_id = ${scope.account} and k.id = s.campaign_id
      left join mailboxes b on s.level = 5 and b.user_id = ${scope.account} and b.id = s.mailbox_id
      where s.place <= ${rowsMax}::int order by s.level, s.place`,
  );
}

export interface TimesRow extends Times {
  of: "campaign" | "country" | "device";
  key: string;
}

/** How often a scope's e-mail was opened and clicked: each campaign's, and people's by country and device. */
export function listTimes(db: Db, scope: Scope): Promise<TimesRow[]> {
  return rowsOf(
    db,
    sql`with times as (
        select campaign_id, country, device, is_machine, opens, 0 as clicks from mail_opens o
          where ${within(scope, "o", "sent_at")}
        union all
        select campaign_id, country, device, is_machine, 0, 1 from campaign_clicks c
          where ${within(scope, "c", "sent_at")}
      )
      select case when grouping(campaign_id) = 0 then 'campaign' when grouping(country) = 0 then 'country'
          else 'device' end as of,
        coalesce(campaign_id::text, country, device) as key,
        coalesce(sum(opens) filter (where not is_machine), 0)::float8 as opens,
        coalesce(sum(opens) filter (where is_machine), 0)::float8 as machine_opens,
        coalesce(sum(clicks) filter (where not is_machine), 0)::float8 as clicks,
        coalesce(sum(clicks) filter (where is_machine), 0)::float8 as machine_clicks
      from times group by grouping sets ((campaign_id), (country), (device))`,
  );
}

export interface RevenueRow {
  /** Null: all of them. */
  campaign_id: string | null;
  currency: string;
  amount: number;
  orders: number;
}

/** What a scope's e-mail led people to order, in all and by campaign. What was refunded as a whole doesn't count. */
export function listRevenue(db: Db, scope: Scope): Promise<RevenueRow[]> {
  return rowsOf(
    db,
    sql`select campaign_id, currency, sum(amount)::float8 as amount, count(*)::int as orders
      from orders o where ${within(scope, "o", "sent_at")} and campaign_id is not null and amount > 0
      group by grouping sets ((currency), (campaign_id, currency)) order by amount desc, currency`,
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

/** What happened in each bucket. */
export function listHappened(db: Db, scope: Scope, buckets: Buckets): Promise<BucketRow[]> {
  return rowsOf(
    db,
    sql`select s.bucket::int as bucket, h.sent, h.opened, h.clicked from ${bucketsOf(buckets)}
      cross join lateral (
        select sum(sent)::float8 as sent, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked
        from mail_rollups r
        where ${within(scope, "r", "at")} and r.kind = 'happened' and r.at >= s.start and r.at < s.stop
      ) h where h.sent is not null`,
  );
}

export interface HourRow {
  weekday: number;
  hour: number;
  opened: number;
  clicked: number;
}

/** When people opened and clicked, by the clocks of a time zone. */
export function listHours(db: Db, scope: Scope, tz: string): Promise<HourRow[]> {
  return rowsOf(
    db,
    sql`select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
        sum(opened)::float8 as opened, sum(clicked)::float8 as clicked
      from (select r.at at time zone ${tz}::text as local, opened, clicked from mail_rollups r
        where ${within(scope, "r", "at")} and r.kind = 'happened') l
      group by 1, 2 having sum(opened + clicked) > 0 order by 1, 2`,
  );
}

/** Whether an account has ever sent anything. */
export async function hasSent(db: Db, account: string): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from mail_rollups where user_id = ${account} limit 1`);
  return rows.length > 0;
}

export interface GrowthRow {
  bucket: number;
  joined: number;
  unsubscribed: number;
  bounced: number;
  complained: number;
}

/** Who joined an account's list and who left it in each bucket. Whoever hasn't confirmed hasn't joined. */
export function listGrowth(db: Db, account: string, buckets: Buckets): Promise<GrowthRow[]> {
  const left = (reasons: string) => sql.raw(`count(*) filter (where reason in (${reasons}))::float8`);
  return rowsOf(
    db,
    sql`select s.bucket::int as bucket, j.joined, l.unsubscribed, l.bounced, l.complained from ${bucketsOf(buckets)}
      cross join lateral (
        select count(*)::float8 as joined from contacts
        where user_id = ${account} and created_at >= s.start and created_at < s.stop and status <> 'unconfirmed'
      ) j
      cross join lateral (
        select ${left("'unsubscribe'")} as unsubscribed, ${left("'hard_bounce'")} as bounced,
          ${left("'complaint', 'spamtrap'")} as complained
        from suppressions
        where user_id = ${account} and created_at >= s.start and created_at < s.stop and scope is null
      ) l`,
  );
}

/** How often each numbered link of a campaign was clicked. */
export function listLinkClicks(
  db: Db,
  { account, campaign_id }: { account: string; campaign_id: string },
): Promise<(Omit<LinkClicks, "url"> & { link: number })[]> {
  return rowsOf(
    db,
    sql`select link, count(*) filter (where not is_machine)::int as clicks,
        count(distinct contact_id) filter (where not is_machine)::int as people,
        count(*) filter (where is_machine)::int as machine_clicks
      from campaign_clicks where user_id = ${account} and campaign_id = ${campaign_id}::uuid group by link`,
  );
}
