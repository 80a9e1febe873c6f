import { and, asc, eq, gt, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { type EventKey, INSTANCE } from "#src/lib/event.ts";
import type { Swap } from "../account-data-registry.ts";
import { type Db, rowsOf, runPrepared } from "../db/database.ts";
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

/** Deletes up to `most` events from before an id and returns how many it deleted. */
export async function purgeEventRows(
  db: Db,
  { before, most }: { before: string; most: number },
): Promise<number> {
  const deleted = await db
    .delete(events)
    .where(someOf(events, { where: lt(events.id, before), most }))
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

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Returns the ids of the events, here and below. */
export async function updateErasedPayloads(
  db: Db,
  { account, ids, name, field }: EraseFrom,
): Promise<string[]> {
  return idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`update ${events} set payload = jsonb_set(${events.payload}, array[${field}]::text[], '{}')
        where ${events.account} = ${account} and ${events.name} = ${name}
          and ${events.payload}->>'contact_id' = any(${sql.param([...ids])}::text[])
        returning id`,
    ),
  );
}

/** Replaces a deleted person in other accounts' events. */
const ERASED = "erased";

const swapped = (id: SQL, { account, other }: Swap) =>
  sql`case ${id} when ${account}::text then ${other}::text else ${account}::text end`;

export async function updateEventActors(db: Db, swap: Swap): Promise<string[]> {
  const id = sql`${events.actor}->>'id'`;
  return idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`update ${events} set actor = jsonb_set(${events.actor}, '{id}', to_jsonb(${swapped(id, swap)}))
        where ${id} in (${swap.account}, ${swap.other}) returning id`,
    ),
  );
}

export async function updateEventSubjects(db: Db, swap: Swap, names: readonly string[]): Promise<string[]> {
  return idsOf(
    await db
      .update(events)
      .set({ subject: swapped(sql`${events.subject}`, swap) })
      .where(and(inArray(events.subject, [swap.account, swap.other]), inArray(events.name, [...names])))
      .returning({ id: events.id }),
  );
}

export async function updateErasedPeople(db: Db, id: string, of: "others" | "instance"): Promise<string[]> {
  const where = of === "others" ? ne(events.account, id) : eq(events.account, INSTANCE);
  const actor = sql`jsonb_set(${events.actor}, '{id}', to_jsonb(${ERASED}::text))`;
  return idsOf(
    await rowsOf<{ id: string }>(
      db,
      sql`update ${events} set
          actor = case when ${events.actor}->>'id' = ${id} then ${actor} else ${events.actor} end,
          subject = replace(${events.subject}, ${id}, ${ERASED}),
          payload = replace(${events.payload}::text, ${id}, ${ERASED})::jsonb
        where ${where} and (${events.actor}->>'id' = ${id} or strpos(${events.subject}, ${id}) > 0
          or strpos(${events.payload}::text, ${id}) > 0)
        returning id`,
    ),
  );
}

/** Ids of an account's events, in order. */
export async function listEventIds(
  db: Db,
  { account, after, most }: { account: string; after: string | undefined; most: number },
): Promise<string[]> {
  return idsOf(
    await db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.account, account), after === undefined ? undefined : gt(events.id, after)))
      .orderBy(asc(events.id))
      .limit(most),
  );
}
