import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Definition } from "./definition-rules.ts";

interface TriggerKey {
  user_id: string;
  sequence_id: string;
  trigger: string;
}

/** The contact of a sign-up. */
export async function findContactOfLead(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<string | undefined> {
  const [row] = await rowsOf<{ contact_id: string | null }>(
    db,
    sql`select contact_id from fan_leads where user_id = ${account} and id = ${id}::uuid`,
  );
  return row?.contact_id ?? undefined;
}

/** True if somebody put them into a segment of people picked by hand since then. */
export async function isPickedSince(
  db: Db,
  { account, contact_id, since }: { account: string; contact_id: string; since: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from segments s join segment_members m on m.user_id = s.user_id and m.segment_id = s.id
        and m.contact_id = ${contact_id}::uuid and m.added_at >= ${since}::timestamptz
      where s.user_id = ${account} and s.kind = 'static' limit 1`,
  );
  return rows.length > 0;
}

/** The contacts that an import added or changed, in the order of their ids. */
export async function listImported(
  db: Db,
  { account, id, after, rows }: { account: string; id: string; after: string; rows: number },
): Promise<string[]> {
  const found = await rowsOf<{ contact_id: string }>(
    db,
    sql`select contact_id from import_changes where user_id = ${account} and import_id = ${id}::uuid
      and contact_id > ${after}::uuid order by contact_id limit ${rows}`,
  );
  return found.map(({ contact_id }) => contact_id);
}

/** Those of some contacts whom a source hasn't let in yet. */
export async function listNotLetIn(
  db: Db,
  { user_id, sequence_id, source }: Omit<TriggerKey, "trigger"> & { source: string },
  contactIds: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select p.id from unnest(${sql.param([...contactIds])}::uuid[]) as p(id) where not exists (select 1 from enrollments e
      where e.user_id = ${user_id} and e.sequence_id = ${sequence_id}::uuid and e.contact_id = p.id and e.source = ${source})`,
  );
  return rows.map(({ id }) => id);
}

/** The sequences that a contact is inside of, also paused ones, each with the settings of their version. */
export function listInsideOf(
  db: Db,
  { account, contact_id }: { account: string; contact_id: string },
): Promise<{ id: string; settings: Omit<Definition, "steps"> }[]> {
  return rowsOf(
    db,
    sql`select e.sequence_id as id, v.definition - 'steps' as settings from enrollments e join sequence_versions v
        on v.user_id = e.user_id and v.sequence_id = e.sequence_id and v.version = e.version
      where e.user_id = ${account} and e.contact_id = ${contact_id}::uuid and e.ended_at is null order by e.sequence_id`,
  );
}

/** Remembers which of some contacts match now, and returns those that didn't before. */
export async function updateMatches(
  db: Db,
  { user_id, sequence_id, trigger }: TriggerKey,
  { looked, matching }: { looked: readonly string[]; matching: readonly string[] },
): Promise<string[]> {
  const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`;
  await db.execute(sql`delete from trigger_matches where user_id = ${user_id} and sequence_id = ${sequence_id}::uuid
    and trigger = ${trigger} and contact_id = any(${ids(looked)}) and not contact_id = any(${ids(matching)})`);
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`insert into trigger_matches (user_id, sequence_id, trigger, contact_id)
      select ${user_id}, ${sequence_id}::uuid, ${trigger}, id from unnest(${ids(matching)}) as id
      on conflict do nothing returning contact_id`,
  );
  return rows.map(({ contact_id }) => contact_id);
}

/** Forgets who matched. */
export async function deleteMatches(
  db: Db,
  { user_id, sequence_id }: Omit<TriggerKey, "trigger">,
): Promise<void> {
  await db.execute(
    sql`delete from trigger_matches where user_id = ${user_id} and sequence_id = ${sequence_id}::uuid`,
  );
}

/** Remembers everyone who matches now. */
export async function insertAllMatches(
  db: Db,
  { user_id, sequence_id, trigger }: TriggerKey,
  who: { tag: string } | { stage_id: string },
): Promise<void> {
  const isMatching =
    "tag" in who ? sql`c.tags @> array[${who.tag}]::text[]` : sql`c.stage_id = ${who.stage_id}::uuid`;
  await db.execute(sql`insert into trigger_matches (user_id, sequence_id, trigger, contact_id)
    select ${user_id}, ${sequence_id}::uuid, ${trigger}, c.id from contacts c
    where c.user_id = ${user_id} and ${isMatching} on conflict do nothing`);
}

/** Where contacts are: what decides their time zone. */
interface Place {
  time_zone: string | null;
  country: string;
}

export function listPlaces(db: Db, account: string): Promise<Place[]> {
  return rowsOf(db, sql`select distinct time_zone, country from contacts where user_id = ${account}`);
}

interface WithDate {
  account: string;
  places: readonly Place[];
  field: string;
  days: readonly string[];
  is_yearly: boolean;
}

/** Contacts in these places whose date field has one of these days: `2026-02-28`, or `02-28` of any year. As SQL. */
export function selectWithDate({ account, places, field, days, is_yearly }: WithDate): SQL {
  const value = is_yearly ? sql`substr(c.fields->>${field}, 6, 5)` : sql`substr(c.fields->>${field}, 1, 10)`;
  return sql`select c.id from contacts c join json_to_recordset(${JSON.stringify(places)}::json) as p (time_zone text, country text)
      on p.country = c.country and p.time_zone is not distinct from c.time_zone
    where c.user_id = ${account} and ${value} = any(${sql.param([...days])}::text[])`;
}
