/* What the sweep takes out of the inbox that the database's triggers fill, and what it has to know about it. */
import { sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { TriggerType } from "./definition-rules.ts";
import { EVENT_TRIES_MAX } from "./rules.ts";
import type { Facts } from "./tables.ts";

/**
 * Accounts with something in the inbox, or with runs of active rules that are due. Skips from one account, and one rule,
 * to the next in the index. What suspended accounts have waits until that's lifted.
 */
export async function listAccountsToSweep(db: Db, now: string): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`with recursive filled as (
        (select user_id from automation_events where tries = 0 order by user_id limit 1)
        union all
        select (select e.user_id from automation_events e where e.user_id > f.user_id and e.tries = 0 order by e.user_id limit 1)
          from filled f where f.user_id is not null),
      running as (
        (select user_id, automation_id from automation_runs where ended_at is null order by user_id, automation_id limit 1)
        union all
        select n.* from running r cross join lateral (select user_id, automation_id from automation_runs
          where ended_at is null and (user_id, automation_id) > (r.user_id, r.automation_id)
          order by user_id, automation_id limit 1) n)
      select o.user_id from (select user_id from filled where user_id is not null
        union select r.user_id from running r join automations a on a.user_id = r.user_id and a.id = r.automation_id
          and a.state = 'active'
        where exists (select from automation_runs d where d.user_id = r.user_id and d.automation_id = r.automation_id
          and d.ended_at is null and d.due_at <= ${now}::timestamptz)) o
      where not exists (select from users u where u.id = o.user_id and ${sql.raw(IS_CLOSED)})`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** What happened, as it was written down. */
export interface EventRow {
  id: number;
  type: TriggerType;
  /** Who it is by now: whom they were merged into. Null for nobody in particular, and for those who are gone. */
  contact_id: string | null;
  is_gone: boolean;
  source: string;
  facts: Facts;
  at: string;
  cause_id: string | null;
  is_by_system: boolean;
}

/** What one transaction takes out of an inbox, so that every rule may have a copy of it. */
const FACTS_BYTES_MAX = 256 * 1024;

/** Up to `most` of what nobody tried yet, the oldest first, or one that was tried before. */
export type Asked = { most: number } | { id: number };

/** Takes something out of an account's inbox. It stays if the transaction fails. */
export async function deleteEvents(db: Db, account: string, asked: Asked): Promise<EventRow[]> {
  const which =
    "id" in asked ? sql`and id = ${asked.id}` : sql`and tries = 0 order by id limit ${asked.most}`;
  const rows = await rowsOf<EventRow & { at: Date | string; id: string }>(
    db,
    sql`with taken as (delete from automation_events where user_id = ${account} and id in (
        select s.id from (select o.id, row_number() over (order by o.id) as n,
            sum(octet_length(o.facts::text)) over (order by o.id) as bytes
          from (select id, facts from automation_events where user_id = ${account} ${which}) o) s
        where s.n = 1 or s.bytes <= ${FACTS_BYTES_MAX}) returning *)
      select t.id, t.type, c.id as contact_id, t.contact_id is not null and c.id is null as is_gone, t.source, t.facts, t.at,
        t.cause_id, t.is_by_system
      from taken t
        left join contact_merges m on m.user_id = ${account} and m.id = t.contact_id
        left join contacts c on c.user_id = ${account} and c.id = coalesce(m.kept_id, t.contact_id)
      order by t.id`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at).toISOString() }));
}

/** What nobody tried yet, the oldest first. */
export async function listUntried(db: Db, account: string, most: number): Promise<number[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from automation_events where user_id = ${account} and tries = 0 order by id limit ${most}`,
  );
  return rows.map(({ id }) => Number(id));
}

export interface Tried {
  id: number;
  /** How often. */
  tries: number;
}

/** What was tried before, and will be again. */
export async function listTried(db: Db, most: number): Promise<(Tried & { account: string })[]> {
  const rows = await rowsOf<Tried & { account: string; id: string }>(
    db,
    sql`select user_id as account, id, tries from automation_events where tries > 0 and tries < ${EVENT_TRIES_MAX}
      order by tries, user_id, id limit ${most}`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Counts a try, once if two nodes made it at the same time. */
export async function updateTries(db: Db, account: string, { id, tries }: Tried): Promise<void> {
  await db.execute(sql`update automation_events set tries = tries + 1
    where user_id = ${account} and id = ${id} and tries = ${tries}`);
}

/** What was left alone and is older than that. */
export async function purgeTried(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from automation_events where tries > 0 and at < ${before}::timestamptz`);
}

export interface MailFacts {
  batch_id: string;
  subject: string;
}

/** What e-mail was about. */
export function listMailFacts(db: Db, account: string, batchIds: readonly string[]): Promise<MailFacts[]> {
  return rowsOf(
    db,
    sql`select b.id as batch_id, coalesce(b.snapshot->>'subject', '') as subject from batches b
      where b.user_id = ${account} and b.id = any(${uuids(batchIds)})`,
  );
}

export interface ClickedFacts {
  batch_id: string;
  link: number;
  url: string;
  /** The account's own link or page that it leads to. */
  link_id: string | null;
  profile_id: string | null;
}

/** Where links in e-mail lead. */
export function listClickedFacts(
  db: Db,
  account: string,
  { clicks, pagesUrl }: { clicks: readonly { batch_id: string; link: number }[]; pagesUrl: string },
): Promise<ClickedFacts[]> {
  return rowsOf(
    db,
    sql`select k.batch_id, k.link, u.url, l.id as link_id, coalesce(l.profile_id, p.id) as profile_id
      from unnest(${uuids(clicks.map(({ batch_id }) => batch_id))}, ${sql.param(clicks.map(({ link }) => link))}::int[])
          as k (batch_id, link)
        join batches b on b.user_id = ${account} and b.id = k.batch_id
        cross join lateral (select coalesce(b.snapshot->'links'->>k.link, '') as url) u
        left join links l on l.user_id = ${account}
          and l.id::text = substring(u.url from ${`${GO_PATH}([0-9a-f-]{36})`})
        left join client_profiles p on p.user_id = ${account} and p.deleted_at is null and l.id is null
          and starts_with(u.url, ${`${pagesUrl}/`})
          and p.username = lower(split_part(split_part(substr(u.url, ${pagesUrl.length + 2}), '?', 1), '#', 1))`,
  );
}

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
