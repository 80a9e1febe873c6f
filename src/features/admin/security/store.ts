import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import { user, userText } from "#src/features/identity/accounts/tables.ts";
import { isId } from "#src/lib/endpoint.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { isPartOf } from "#src/platform/db/list.ts";
import { instanceBlocks } from "#src/platform/tables.ts";
import { securityIncidents } from "./tables.ts";

export type IncidentRow = typeof securityIncidents.$inferInsert;
export type BlockRow = typeof instanceBlocks.$inferSelect;

/** Adds to what the hour has of the same. */
export async function upsertIncidents(db: Db, rows: readonly IncidentRow[]): Promise<void> {
  const { hour, kind, subject, network, account, is_own, count, last_at } = securityIncidents;
  await db
    .insert(securityIncidents)
    .values([...rows])
    .onConflictDoUpdate({
      target: [hour, kind, subject, network, account],
      set: {
        is_own: sql`${is_own} or excluded.is_own`,
        count: sql`${count} + excluded.count`,
        last_at: sql`greatest(${last_at}, excluded.last_at)`,
      },
    });
}

export async function deleteIncidentsBefore(db: Db, time: Date): Promise<void> {
  await db.delete(securityIncidents).where(lt(securityIncidents.hour, time.toISOString()));
}

/** The accounts of these e-mail addresses. */
export async function listAccountsOf(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; email: string }>(
    db,
    sql`select id, email from users where email = any(${sql.param(emails)}::text[])`,
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** The accounts that these words are ids of, or of whose API keys they are. */
export async function listAccountsById(db: Db, words: readonly string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; account: string }>(
    db,
    sql`select id, id as account from users where id = any(${sql.param(words)}::text[])
      union all select id::text, account from api_keys where id = any(${sql.param(words.filter(isId))}::uuid[])`,
  );
  return new Map(rows.map(({ id, account }) => [id, account]));
}

export interface TimelineSearch {
  /** Kinds of incidents, or undefined for all. */
  kinds: readonly string[] | undefined;
  /** Names of events. */
  names: readonly string[];
  account: string | undefined;
  /** As in the table, or wider. */
  network: string | undefined;
  country: string | undefined;
  /** Ids. */
  from: string | undefined;
  until: string | undefined;
  before: string | undefined;
}

export interface TimelineRow {
  id: string;
  /** An incident's kind, or an event's name. */
  kind: string;
  is_event: boolean;
  subject: string;
  network: string;
  country: string;
  count: number;
  first_at: string;
  at: string;
  account: string;
  account_name: string | null;
  actor_type: string | null;
  actor_name: string | null;
  payload: unknown;
}

/** The table has networks of one size each for IPv4 and IPv6, of which a wider one has many. */
function isIn(network: string): SQL {
  const { network: column } = securityIncidents;
  return isStoredSize(network)
    ? eq(column, network)
    : sql`case when ${column} <> '' then ${column}::inet <<= ${network}::inet else false end`;
}

const isStoredSize = (network: string) => network.endsWith(network.includes(":") ? "/48" : "/24");

/** Incidents and events together, newest first. Each event's name is read from its own index. */
export function listTimelineRows(
  db: Db,
  { kinds, names, account, network, country, from, until, before }: TimelineSearch,
  limit: number,
): Promise<TimelineRow[]> {
  const within = (id: SQL) => sql`(${id} >= ${from ?? null}::uuid or ${from ?? null}::uuid is null)
    and (${id} < ${until ?? null}::uuid or ${until ?? null}::uuid is null)
    and (${id} < ${before ?? null}::uuid or ${before ?? null}::uuid is null)`;
  return rowsOf<TimelineRow>(
    db,
    sql`select t.*, u.name as account_name, a.name as actor_name from (
      (select id, kind, false as is_event, subject, network, country, count, first_at, last_at as at, account,
          null as actor_type, null as actor_id, null::jsonb as payload
        from security_incidents
        where (${account ?? null}::text is null or account = ${account ?? null})
          and (${sql.param(kinds ?? null)}::text[] is null or kind = any(${sql.param(kinds ?? null)}::text[]))
          and ${network === undefined ? sql`true` : isIn(network)}
          and (${country ?? null}::text is null or country = ${country ?? null})
          and ${within(sql`id`)}
        order by id desc limit ${limit})
      union all
      (select e.id, e.name, true, e.subject, '', '', 1, e.time, e.time, e.account,
          e.actor->>'type', e.actor->>'id', e.payload
        from unnest(${sql.param(names)}::text[]) as wanted(name)
        cross join lateral (select * from events
          where events.name = wanted.name and (${account ?? null}::text is null or events.account = ${account ?? null})
            and ${within(sql`events.id`)}
          order by events.id desc limit ${limit}) e)
      order by id desc limit ${limit}) t
      left join users u on u.id = t.account
      left join users a on a.id = t.actor_id
      order by t.id desc`,
  );
}

export async function countNoticedIn(
  db: Db,
  network: string,
): Promise<{ incidents: number; people: number }> {
  const { count, account } = securityIncidents;
  const [row] = await db
    .select({
      incidents: sql<number>`coalesce(sum(${count}), 0)::int`,
      people: sql<number>`(count(distinct ${account}) filter (where ${account} <> ''))::int`,
    })
    .from(securityIncidents)
    .where(isIn(network));
  return row ?? { incidents: 0, people: 0 };
}

/** `agents` is a pattern for `like`. */
export async function countSignedInWith(db: Db, agents: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    db,
    sql`select count(distinct user_id)::int as n from sessions where lower(user_agent) like ${agents} and expires_at > now()`,
  );
  return row?.n ?? 0;
}

export async function countAddressesAt(db: Db, domain: string): Promise<number> {
  return db.$count(
    user,
    and(
      isPartOf(userText(user), domain),
      sql`split_part(lower(${user.email}), '@', 2) = ${domain} or lower(${user.email}) like ${`%.${domain}`}`,
    ),
  );
}

export interface CountedBlock extends BlockRow {
  made_by: string | null;
  kept_out: number;
}

/** Newest first, with how often each kept something out. */
export function listBlockRows(db: Db): Promise<CountedBlock[]> {
  return db
    .select({
      ...getTableColumns(instanceBlocks),
      made_by: sql<string | null>`(select name from users where id = instance_blocks.created_by)`,
      kept_out: sql<number>`coalesce((select sum(i.count)::int from security_incidents i
        where i.kind = 'kept_out' and i.subject = instance_blocks.id::text), 0)`,
    })
    .from(instanceBlocks)
    .orderBy(desc(instanceBlocks.created_at), instanceBlocks.id);
}

export async function countBlocks(db: Db): Promise<number> {
  return db.$count(instanceBlocks);
}

/** Returns false if there's one for the same value. */
export async function insertBlock(db: Db, row: BlockRow): Promise<boolean> {
  const { kind, value } = instanceBlocks;
  const added = await db
    .insert(instanceBlocks)
    .values(row)
    .onConflictDoNothing({ target: [kind, value] })
    .returning({ id: instanceBlocks.id });
  return added.length > 0;
}

export async function deleteBlock(db: Db, id: string): Promise<BlockRow | undefined> {
  const [row] = await db.delete(instanceBlocks).where(eq(instanceBlocks.id, id)).returning();
  return row;
}

export async function deleteEndedBlocks(db: Db, now: Date): Promise<void> {
  await db.delete(instanceBlocks).where(lt(instanceBlocks.ends_at, now.toISOString()));
}
