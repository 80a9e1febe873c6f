import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { type EventKey, INSTANCE } from "#src/lib/event.ts";
import type { Swap } from "../account-data-registry.ts";
import { type Db, runPrepared } from "../db/database.ts";
import { someOf } from "../db/rows.ts";
import { events } from "../tables.ts";

export type EventRow = typeof events.$inferSelect;

const INSERT = {
  name: "insert_event",
  text: "insert into events (id, account, name, actor, subject, time, payload) values ($1, $2, $3, $4, $5, $6, $7)",
};

type NewEvent = Omit<EventRow, "payload"> & { payload: string };

/** Part of nearly every change, so it's raw SQL that's built and planned only once. */
export async function insertEvent(db: Db, { id, account, name, ...row }: NewEvent): Promise<void> {
  const values = [JSON.stringify(row.actor), row.subject, row.time, row.payload];
  await runPrepared(db, INSERT, [id, account, name, ...values]);
}

export async function findEvent(db: Db, { account, id }: EventKey): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(events)
    .where(and(eq(events.account, account), eq(events.id, id)));
  return row;
}

export interface EventRange {
  account: string;
  /** The id of the last event already read. */
  after?: string | undefined;
  before: string;
  limit: number;
}

export function listEventRows(db: Db, { account, after, before, limit }: EventRange): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      and(
        eq(events.account, account),
        after === undefined ? undefined : gt(events.id, after),
        lt(events.id, before),
      ),
    )
    .orderBy(asc(events.id))
    .limit(limit);
}

/** Deletes up to `most` events from before a moment and returns how many it deleted. */
export async function purgeEventRows(
  db: Db,
  { before, most }: { before: string; most: number },
): Promise<number> {
  const deleted = await db
    .delete(events)
    .where(someOf(events, { where: lt(events.time, before), most }))
    .returning({ id: events.id });
  return deleted.length;
}

export interface EraseFrom {
  account: string;
  /** The contacts whom payloads name as `contact_id`. */
  ids: readonly string[];
  name: string;
  field: string;
}

/** Empties an object in the payloads of events about contacts. The events themselves stay. */
export async function eraseFromPayloads(db: Db, { account, ids, name, field }: EraseFrom): Promise<void> {
  await db.execute(
    sql`update ${events} set payload = jsonb_set(${events.payload}, array[${field}]::text[], '{}')
      where ${events.account} = ${account} and ${events.name} = ${name}
        and ${events.payload}->>'contact_id' = any(${sql.param([...ids])}::text[])`,
  );
}

/** Replaces a deleted person in other accounts' events. */
const ERASED = "erased";

/** Removes a person from other accounts' events. The events themselves stay. */
export function erasePerson(db: Db, id: string): Promise<void> {
  return eraseFromEvents(db, id, ne(events.account, id));
}

/** Removes deleted accounts' data from the instance's own events. */
export function eraseFromInstance(db: Db, id: string): Promise<void> {
  return eraseFromEvents(db, id, eq(events.account, INSTANCE));
}

const swapped = (id: SQL, { account, other }: Swap) =>
  sql`case ${id} when ${account}::text then ${other}::text else ${account}::text end`;

/** Follows two people who swap ids, so that their past actions stay theirs. */
export async function updateActors(db: Db, swap: Swap): Promise<void> {
  const id = sql`${events.actor}->>'id'`;
  await db.execute(
    sql`update ${events} set actor = jsonb_set(${events.actor}, '{id}', to_jsonb(${swapped(id, swap)}))
      where ${id} in (${swap.account}, ${swap.other})`,
  );
}

/** Does the same for events about people. Other events that name the account keep naming it. */
export async function updateSubjects(db: Db, swap: Swap, names: readonly string[]): Promise<void> {
  await db
    .update(events)
    .set({ subject: swapped(sql`${events.subject}`, swap) })
    .where(and(inArray(events.subject, [swap.account, swap.other]), inArray(events.name, [...names])));
}

async function eraseFromEvents(db: Db, id: string, where: SQL): Promise<void> {
  const actor = sql`jsonb_set(${events.actor}, '{id}', to_jsonb(${ERASED}::text))`;
  await db.execute(
    sql`update ${events} set
        actor = case when ${events.actor}->>'id' = ${id} then ${actor} else ${events.actor} end,
        subject = replace(${events.subject}, ${id}, ${ERASED}),
        payload = replace(${events.payload}::text, ${id}, ${ERASED})::jsonb
      where ${where} and (${events.actor}->>'id' = ${id} or strpos(${events.subject}, ${id}) > 0
        or strpos(${events.payload}::text, ${id}) > 0)`,
  );
}
