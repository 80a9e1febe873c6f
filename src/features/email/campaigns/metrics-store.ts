/* Sums of sent e-mail by the definitions of email.md 5.11. */
import { type SQL, sql } from "drizzle-orm";
import { REPORTING_HOSTS } from "#src/features/email/delivery/metrics/metrics.ts";
import type { Counts, Times } from "#src/features/email/delivery/metrics-contract.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isAssignedTo, mailboxIn } from "./sender-assignment-store.ts";

/** A subset of an account's e-mail: sent between two moments, or by certain campaigns. */
export interface Scope {
  account: string;
  /** In milliseconds, `to` exclusive. */
  period?: { from: number; to: number };
  campaignIds?: readonly string[] | undefined;
  mailboxId?: string | undefined;
}

const iso = (time: number) => new Date(time).toISOString();
const list = (values: readonly string[]) => `{${values.join(",")}}`;

/** Matches the rows of a table that belong to a scope. `time` is the column with the time of sending. */
export function inScope(
  { account, period, campaignIds, mailboxId }: Scope,
  table: string,
  time: string,
): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  return sql`${column("user_id")} = ${account}
    ${period ? sql`and ${column(time)} >= ${iso(period.from)}::timestamptz and ${column(time)} < ${iso(period.to)}::timestamptz` : sql``}
    ${campaignIds ? sql`and ${column("campaign_id")} = any(${list(campaignIds)}::uuid[])` : sql``}
    ${
      mailboxId === undefined
        ? sql``
        : sql`and ${isAssignedTo(table, { user_id: account, mailbox_id: mailboxId })}`
    }`;
}

const FIGURES = [
  ...["sent", "refused", "returned", "bounced_hard", "bounced_soft", "complained", "replied"],
  ...["unsubscribed", "opened", "machine_opened", "clicked", "clicked_unopened", "machine_clicked"],
];
const SUMS = sql.raw(
  [
    ...FIGURES.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`),
    "coalesce(sum(sent - returned), 0)::float8 as delivered",
    "coalesce(sum(sent - returned) filter (where reports), 0)::float8 as delivered_reporting",
    "coalesce(sum(sent - returned) filter (where is_tracked), 0)::float8 as delivered_tracked",
  ].join(", "),
);

/** The rollups of a scope's e-mail, as a table with the columns that decide how they count. */
function known(scope: Scope): SQL {
  return sql`select r.*, ${sql.raw(mailboxIn("k", "r"))} as mailbox_id, k.tracking = 'each' as is_tracked,
      r.host = any(${list(REPORTING_HOSTS)}::text[]) or c.host is not null as reports
    from mail_rollups r
    join campaigns k on k.user_id = r.user_id and k.id = r.campaign_id
    left join (select distinct host from mail_rollups
      where user_id = ${scope.account} and kind = 'sent' and complained > 0) c on c.host = r.host
    where ${inScope(scope, "r", "at")} and r.kind = 'sent'`;
}

/** Returns the counts of campaigns, by id. Those that have sent nothing so far are left out. */
export async function countCampaigns(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<Map<string, Counts>> {
  const rows = await rowsOf<Counts & { campaign_id: string }>(
    db,
    sql`with known as (${known({ account, campaignIds: ids })}),
      summed as (select campaign_id, ${SUMS} from known group by campaign_id)
      select s.*, k.recipients from summed s
      join campaigns k on k.user_id = ${account} and k.id = s.campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, ...counts }) => [campaign_id, counts]));
}

/** Returns the opens and clicks of campaigns that count only totals, by id. */
export async function countTotals(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<Map<string, Times>> {
  const own = sql`user_id = ${account} and campaign_id = any(${list(ids)}::uuid[])`;
  const rows = await rowsOf<Times & { campaign_id: string }>(
    db,
    sql`with times as (
        select campaign_id, is_machine, opens, 0 as clicks from mail_opens where ${own}
        union all select campaign_id, is_machine, 0, clicks from mail_clicks where ${own}
      )
      select campaign_id, coalesce(sum(opens) filter (where not is_machine), 0)::float8 as opens,
        coalesce(sum(opens) filter (where is_machine), 0)::float8 as machine_opens,
        coalesce(sum(clicks) filter (where not is_machine), 0)::float8 as clicks,
        coalesce(sum(clicks) filter (where is_machine), 0)::float8 as machine_clicks
      from times group by campaign_id`,
  );
  return new Map(rows.map(({ campaign_id, ...times }) => [campaign_id, times]));
}

export interface CountRow extends Counts {
  /** The dimension of the sum: everything, a campaign, a sending account, or a receiving host. */
  of: "all" | "campaign" | "mailbox" | "host";
  key: string | null;
  label: string | null;
  started_at: Date | string | null;
}

/** Returns a scope's counts: in all, and of each campaign, sending account, and host, the largest first. */
export function listCounts(db: Db, scope: Scope, rowsMax: number): Promise<CountRow[]> {
  return rowsOf(
    db,
    sql`with known as (${known(scope)}),
      summed as (
        select grouping(campaign_id, mailbox_id, host) as level, campaign_id, mailbox_id, host, ${SUMS}
        from known group by grouping sets ((), (campaign_id), (mailbox_id), (host))
      ), ranked as (
        select *, row_number() over (partition by level order by sent desc, refused desc, campaign_id, host) as place
        from summed
      ), lists as (
        select ${sql.raw(mailboxIn("k", "l"))} as mailbox_id, l.recipients from campaigns k
        cross join lateral (select (place - 1)::smallint as via, recipients from unnest(case when k.via_recipients = '{}'
          then array[k.recipients] else k.via_recipients end) with ordinality as v (recipients, place)) l
        where k.user_id = ${scope.account} and k.id in (select campaign_id from known)
          ${scope.mailboxId === undefined ? sql`` : sql`and ${sql.raw(mailboxIn("k", "l"))} = ${scope.mailboxId}::uuid`}
      )
      select s.*, case s.level when 3 then 'campaign' when 5 then 'mailbox' when 6 then 'host' else 'all' end as of,
        k.started_at, coalesce(s.campaign_id::text, s.mailbox_id::text, s.host) as key,
        coalesce(k.name, b.from_address, s.host) as label,
        case s.level when 3 then k.recipients::float8 when 6 then null else (select coalesce(sum(l.recipients), 0)::float8
          from lists l where s.level = 7 or l.mailbox_id is not distinct from s.mailbox_id) end as recipients
      from ranked s
      left join campaigns k on s.level = 3 and k.user_id = ${scope.account} and k.id = s.campaign_id
      left join mailboxes b on s.level = 5 and b.user_id = ${scope.account} and b.id = s.mailbox_id
      where s.place <= ${rowsMax}::int order by s.level, s.place`,
  );
}
