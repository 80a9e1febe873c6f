/* What's counted from other slices' tables. Each statement replaces what it counted before for the same time. */
import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { TOPS_KEPT_PER_DAY, type TopKind } from "./rules.ts";

export interface Span {
  from: Date;
  to: Date;
}

export const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** SQL for `column` being in the span. */
export const within = (column: string, { from, to }: Span) =>
  sql`${sql.raw(column)} >= ${time(from)} and ${sql.raw(column)} < ${time(to)}`;

/** People's own views and clicks by quarters of an hour, and nothing that has only counts. */
const visits = (span: Span) =>
  sql`analytics_rollups where grain = 'quarter' and dimension = 'total' and not is_bot and not is_suspected
    and ${within("at", span)}`;

/** What a page's or an account's own rows are: neither drafts nor rows of pages that are gone. */
const PAGES = sql.raw("client_profiles where draft_of is null");

/** Where something is counted: its rows in the span, the column of their time, and what's added up. */
interface Source {
  metric: string;
  from: SQL;
  at: string;
  value?: string;
  key?: string;
}

function sourcesIn(span: Span): Source[] {
  const made = { at: "created_at" };
  const isNew = within("created_at", span);
  const traffic = { ...made, key: "operation_type", from: sql`egress_tracking where ${isNew}` };
  return [
    { metric: "signups", ...made, from: sql`users where ${isNew}` },
    { metric: "profiles", ...made, from: sql`${PAGES} and ${isNew}` },
    { metric: "links", ...made, from: sql`links where ${isNew}` },
    { metric: "leads", ...made, from: sql`fan_leads where ${isNew}` },
    { metric: "referred", ...made, from: sql`referrals where ${isNew}` },
    { metric: "views", at: "at", value: "sum(views)", from: visits(span) },
    { metric: "clicks", at: "at", value: "sum(clicks)", from: visits(span) },
    {
      metric: "emails",
      at: "at",
      value: "sum(sent)",
      from: sql`mail_rollups where kind = 'sent' and ${within("at", span)}`,
    },
    { metric: "egress_sent", ...traffic, value: "sum(bytes_transferred)" },
    { metric: "egress_saved", ...traffic, value: "sum(bytes_saved)" },
  ];
}

/** Replaces the figures of a span that begins and ends with an hour. */
export async function upsertFigures(db: Db, span: Span): Promise<void> {
  const sources = sourcesIn(span);
  const counts = sources.map(
    ({ metric, from, at, value = "count(*)", key = "''" }) => sql`
      select ${metric}::text as metric, date_trunc('hour', ${sql.raw(at)}, 'UTC') as hour, ${sql.raw(key)} as key,
        ${sql.raw(value)}::bigint as value from ${from} group by 2, 3`,
  );
  const names = `{${sources.map(({ metric }) => metric).join(",")}}`;
  await db.execute(
    sql`delete from instance_figures where metric = any(${names}::text[]) and ${within("at", span)}`,
  );
  await db.execute(sql`insert into instance_figures (metric, at, key, value)
    select metric, hour, key, value from (${sql.join(counts, sql` union all `)}) as counted where value > 0`);
}

interface Stock {
  metric: string;
  key: string;
  value: number;
}

/** Counts what exists now, as the lists that the figures lead to do. */
export function listStocks(db: Db, now: Date): Promise<Stock[]> {
  const given = sql`exists (select from staff_grants g where g.account = u.id and g.kind = 'premium_units' and g.ended_at is null
    and (g.ends_at is null or g.ends_at > ${time(now)}))`;
  return rowsOf(
    db,
    sql`select 'people' as metric, '' as key, count(*)::float8 as value from users
      union all select 'all_profiles', '', count(*)::float8 from ${PAGES} and deleted_at is null
      union all select 'all_links', '', count(*)::float8 from links where deleted_at is null
      union all select 'premium', 'bought', count(*)::float8 from subscriptions where granted_units > 0
      union all select 'premium', 'given', count(*)::float8 from users u where ${given}
        and not exists (select from subscriptions s where s.account = u.id and s.granted_units > 0)`,
  );
}

/** Stores what there is now, over what the same hour had before. */
export async function upsertStocks(db: Db, now: Date, stocks: readonly Stock[]): Promise<void> {
  for (const { metric, key, value } of stocks)
    await db.execute(sql`insert into instance_figures (metric, at, key, value)
      values (${metric}, date_trunc('hour', ${time(now)}, 'UTC'), ${key}, ${value}::bigint)
      on conflict (metric, at, key) do update set value = excluded.value`);
}

interface TopSource {
  kind: TopKind;
  key: string;
  value: string;
  from: SQL;
}

function topSourcesIn(span: Span): TopSource[] {
  const isNew = within("created_at", span);
  const byAccount = { key: "user_id", value: "count(*)" };
  // Links far below the largest say nothing about hosts.
  const hosts = sql`(select substring(lower(l.url) from '^[a-z]+://(?:[^/@?#]*@)?([^/:?#]+)') as host, c.clicks
    from (select key, sum(clicks) as clicks from analytics_rollups where grain = 'quarter' and dimension = 'link'
      and not is_bot and not is_suspected and ${within("at", span)} group by key order by 2 desc limit 5000) as c
    join links l on l.id::text = c.key) as h where host is not null`;
  return [
    { kind: "page.views", key: "profile_id", value: "sum(views)", from: visits(span) },
    { kind: "page.clicks", key: "profile_id", value: "sum(clicks)", from: visits(span) },
    { kind: "host.clicks", key: "host", value: "sum(clicks)", from: hosts },
    { kind: "account.profiles", ...byAccount, from: sql`${PAGES} and ${isNew}` },
    {
      kind: "account.links",
      ...byAccount,
      key: "p.user_id",
      from: sql`links l join client_profiles p on p.id = l.profile_id where ${within("l.created_at", span)}`,
    },
    { kind: "account.leads", ...byAccount, from: sql`fan_leads where ${isNew}` },
    {
      kind: "account.emails",
      ...byAccount,
      value: "sum(sent)",
      from: sql`mail_rollups where kind = 'sent' and ${within("at", span)}`,
    },
    {
      kind: "account.egress",
      ...byAccount,
      value: "sum(bytes_transferred)",
      from: sql`egress_tracking where ${isNew}`,
    },
  ];
}

/** Replaces the largest of the UTC day that begins at `from`. */
export async function upsertTops(db: Db, span: Span): Promise<void> {
  const day = span.from.toISOString().slice(0, 10);
  const largest = topSourcesIn(span).map(
    ({ kind, key, value, from }) => sql`
      (select ${kind}::text, ${sql.raw(key)}::text, ${sql.raw(value)}::bigint as value from ${from}
        group by 2 having ${sql.raw(value)} > 0 order by 3 desc, 2 limit ${TOPS_KEPT_PER_DAY})`,
  );
  await db.execute(sql`delete from instance_tops where day = ${day}`);
  await db.execute(sql`insert into instance_tops (kind, day, key, value)
    select kind, ${day}::date, key, value from (${sql.join(largest, sql` union all `)}) as t (kind, key, value)`);
}

/** The time of the oldest account, from which counting begins. */
export async function findBeginning(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select least((select min(created_at) from users),
      (select min(at) from analytics_rollups where grain = 'quarter')) as at`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

interface Progress {
  doneUntil: Date;
  countedAt: Date;
}

/** Makes a second node that counts the same wait. */
export async function lockProgress(db: Db, name: string): Promise<Progress | undefined> {
  const [row] = await rowsOf<{ done_until: string; counted_at: string }>(
    db,
    sql`select done_until, counted_at from instance_figure_progress where name = ${name} for update`,
  );
  return row && { doneUntil: new Date(row.done_until), countedAt: new Date(row.counted_at) };
}

export async function findProgress(db: Db, name: string): Promise<Progress | undefined> {
  const [row] = await rowsOf<{ done_until: string; counted_at: string }>(
    db,
    sql`select done_until, counted_at from instance_figure_progress where name = ${name}`,
  );
  return row && { doneUntil: new Date(row.done_until), countedAt: new Date(row.counted_at) };
}

export async function upsertProgress(
  db: Db,
  name: string,
  { doneUntil, countedAt }: Progress,
): Promise<void> {
  await db.execute(sql`insert into instance_figure_progress (name, done_until, counted_at)
    values (${name}, ${time(doneUntil)}, ${time(countedAt)})
    on conflict (name) do update set done_until = excluded.done_until, counted_at = excluded.counted_at`);
}
