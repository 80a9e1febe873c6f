import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "../db/database.ts";
import { eventChain, eventChanges, eventSeals } from "../tables.ts";

export type ChainRow = typeof eventChain.$inferSelect;
export type SealRow = typeof eventSeals.$inferSelect;

const ONLY = 1;

/** What's sealed of an event, as the database writes it. */
export interface EventContent {
  id: string;
  account: string;
  name: string;
  actor: string;
  subject: string;
  time: string;
  payload: string;
}

const CONTENT = sql.raw(`e.id, e.account, e.name, e.actor::text as actor, e.subject,
  to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as time, e.payload::text as payload`);

export async function findChain(db: Db): Promise<ChainRow | undefined> {
  const [row] = await db.select().from(eventChain).where(eq(eventChain.id, ONLY));
  return row;
}

/** One sealer at a time. */
export async function lockChain(db: Db): Promise<ChainRow | undefined> {
  const [row] = await db.select().from(eventChain).where(eq(eventChain.id, ONLY)).for("update");
  return row;
}

export type NewChain = Omit<ChainRow, "id">;

/** Begins the chain, unless another node did. */
export async function insertChain(db: Db, chain: NewChain): Promise<void> {
  await db
    .insert(eventChain)
    .values({ ...chain, id: ONLY })
    .onConflictDoNothing();
}

export async function updateChain(db: Db, chain: NewChain): Promise<void> {
  await db.update(eventChain).set(chain).where(eq(eventChain.id, ONLY));
}

export function listUnsealed(
  db: Db,
  { after, before, most }: { after: string | null; before: string; most: number },
): Promise<EventContent[]> {
  const later = after === null ? sql`` : sql`and e.id > ${after}`;
  return rowsOf<EventContent>(
    db,
    sql`select ${CONTENT} from events e where e.id < ${before} ${later} order by e.id limit ${most}`,
  );
}

export function listContents(db: Db, ids: readonly string[]): Promise<EventContent[]> {
  return rowsOf<EventContent>(
    db,
    sql`select ${CONTENT} from events e where e.id = any(${sql.param([...ids])}::uuid[])`,
  );
}

export async function insertSeals(db: Db, seals: readonly SealRow[]): Promise<void> {
  if (seals.length === 0) return;
  const { length } = seals;
  const column = (name: keyof SealRow) => sql.param(seals.map((seal) => seal[name]));
  await db.execute(sql`insert into event_seals (position, kind, event_id, digest, hash)
    select * from unnest(${column("position")}::bigint[], ${column("kind")}::text[], ${column("event_id")}::uuid[],
      ${column("digest")}::text[], ${column("hash")}::text[]) limit ${length}`);
}

type ChangeRow = typeof eventChanges.$inferSelect;

/** The last change of an event is what counts. */
export async function upsertChanges(db: Db, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { digest, mac } = eventChanges;
  await db
    .insert(eventChanges)
    .values([...rows])
    .onConflictDoUpdate({
      target: eventChanges.event_id,
      set: { digest: sql`excluded.${sql.raw(digest.name)}`, mac: sql`excluded.${sql.raw(mac.name)}` },
    });
}

/** Takes changes of sealed events off the list. Changes of others are in what's sealed of them, and are dropped. */
export async function deleteChanges(
  db: Db,
  { before, most }: { before: string; most: number },
): Promise<(ChangeRow & { is_sealed: boolean })[]> {
  return rowsOf(
    db,
    sql`with taken as (delete from event_changes c where c.event_id in (
        select event_id from event_changes where event_id < ${before} order by event_id limit ${most} for update)
      returning c.*)
      select t.*, exists (select from event_seals s where s.event_id = t.event_id) as is_sealed
        from taken t order by t.event_id`,
  );
}

export async function listChanges(db: Db, ids: readonly string[]): Promise<ChangeRow[]> {
  return db
    .select()
    .from(eventChanges)
    .where(inArray(eventChanges.event_id, [...ids]));
}

export interface CheckedSeal extends SealRow {
  /** Null if the event isn't there. */
  content: EventContent | null;
  /** What the chain says of the event later on: digests of changes, the newest last; null for an erased one. */
  later: (string | null)[];
}

/** Some of the chain with the events as they are, in one statement, so that all of it is of the same moment. */
export async function listSealsToCheck(
  db: Db,
  { after, most }: { after: number; most: number },
): Promise<CheckedSeal[]> {
  const rows = await rowsOf<SealRow & { later: (string | null)[] | null; content: EventContent | null }>(
    db,
    sql`select s.position::float8 as position, s.kind, s.event_id, s.digest, s.hash,
        case when s.kind = 'event' then (select json_agg(c.digest order by c.position) from event_seals c
          where c.event_id = s.event_id and c.kind = 'change') end as later,
        (select row_to_json(found) from (select ${CONTENT}) found where e.id is not null) as content
      from event_seals s left join events e on s.kind = 'event' and e.id = s.event_id
      where s.position > ${after} order by s.position limit ${most}`,
  );
  return rows.map((row) => ({ ...row, later: row.later ?? [] }));
}

export interface UnsealedEvent {
  id: string;
  name: string;
  time: string;
}

/** Events among sealed ones that nobody sealed. */
export function listInserted(
  db: Db,
  { after, until }: { after: string; until: string },
): Promise<UnsealedEvent[]> {
  return rowsOf<UnsealedEvent>(
    db,
    sql`select e.id, e.name, to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
      from events e where e.id > ${after} and e.id <= ${until}
        and not exists (select from event_seals s where s.event_id = e.id) order by e.id limit 100`,
  );
}

export async function findSeal(db: Db, where: SQL): Promise<SealRow | undefined> {
  const [row] = await db.select().from(eventSeals).where(where).limit(1);
  return row;
}

export const findSealAt = (db: Db, position: number) => findSeal(db, eq(eventSeals.position, position));

/** The last sealed event before an id. */
export async function findLastSealBefore(db: Db, before: string): Promise<SealRow | undefined> {
  const rows = await rowsOf<SealRow>(
    db,
    sql`select position::float8 as position, kind, event_id, digest, hash from event_seals
      where kind = 'event' and event_id < ${before} order by event_id desc limit 1`,
  );
  return rows[0];
}

/** Deletes up to `most` seals of purged events and returns how many. */
export async function purgeSeals(db: Db, { until, most }: { until: number; most: number }): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`delete from event_seals where position in (select position from event_seals where position <= ${until}
      order by position limit ${most}) returning position`,
  );
  return rows.length;
}

export async function deleteSeals(db: Db): Promise<void> {
  await db.delete(eventSeals);
}
