import { and, eq, getTableName, inArray, Subquery, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { ENGAGEMENT_HALF_LIFE_DAYS, ENGAGEMENT_POINTS } from "../rules.ts";
import type { TimelineRow } from "../store.ts";
import { contactTimeline, type TimelineSource } from "../tables.ts";

interface TimelineOf {
  account: string;
  id: string;
  /** Contacts that were merged into them. */
  merged: readonly string[];
  profileIds: readonly string[] | null;
  sources: readonly TimelineSource[];
}

/** A contact's whole timeline as a subquery, under the name of the table. */
function whole({ account, id, merged, profileIds, sources }: TimelineOf): typeof contactTimeline {
  // Sign-ups on other pages aren't for people who are limited to some.
  const isReached =
    profileIds === null
      ? sql`true`
      : sql`coalesce(data->>'profile_id' = any(${sql.param([...profileIds])}::text[]), true)`;
  const own: TimelineSource = ({ account, id }) =>
    sql`select id, kind, at, data from contact_timeline where user_id = ${account} and contact_id = ${id}
      and ${isReached}`;
  const all = [id, ...merged].flatMap((id) =>
    [own, ...sources].map((source) => source({ account, id, profileIds })),
  );
  const union = sql.join(all, sql` union all `);
  return new Subquery(union, {}, getTableName(contactTimeline)) as unknown as typeof contactTimeline;
}

const TIMELINE: ListShape<"at"> = {
  sorts: { at: sortBy(contactTimeline.at) },
  tie: [contactTimeline.id],
  usual: { sort: "at", order: "desc" },
};

const { id, kind, at, data } = contactTimeline;

export function listTimelineRows(db: Db, of: TimelineOf, page: { request: PageRequest<"at">; rows: number }) {
  return readPage({ shape: TIMELINE, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ id, kind, at, data, key })
      .from(whole(of))
      .where(after)
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** Counts events for the score, plain and with older ones counting less. */
export function countForEngagement(
  db: Db,
  of: TimelineOf,
  now: string,
): Promise<{ kind: string; count: number; weight: number }[]> {
  const age = sql`greatest(0, extract(epoch from ${now}::timestamptz - ${at}) / 86400)`;
  return db
    .select({
      kind: sql<string>`${kind}`,
      count: sql<number>`count(*)::int`,
      weight: sql<number>`sum(power(0.5::float8, (${age})::float8 / ${ENGAGEMENT_HALF_LIFE_DAYS}::float8))::float8`,
    })
    .from(whole(of))
    .where(inArray(sql`${kind}`, Object.keys(ENGAGEMENT_POINTS)))
    .groupBy(kind);
}

export async function countNotes(db: Db, account: string, contact_id: string): Promise<number> {
  const { user_id, kind } = contactTimeline;
  const theirs = and(eq(user_id, account), eq(contactTimeline.contact_id, contact_id), eq(kind, "note"));
  return db.$count(contactTimeline, theirs);
}

/** False if there's no such note. */
export async function deleteNoteRow(
  db: Db,
  { account, contact_ids, id }: { account: string; contact_ids: string[]; id: string },
): Promise<boolean> {
  const rows = await db
    .delete(contactTimeline)
    .where(
      and(
        eq(contactTimeline.user_id, account),
        inArray(contactTimeline.contact_id, contact_ids),
        eq(contactTimeline.id, id),
        eq(contactTimeline.kind, "note"),
      ),
    )
    .returning({ id: contactTimeline.id });
  return rows.length === 1;
}

/** Returns the first timeline entries of contacts who were added: such an entry has the contact's own id. */
export async function listCreatedEntries(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<Pick<TimelineRow, "contact_id" | "at" | "data">[]> {
  if (ids.length === 0) return [];
  const { user_id, contact_id, id, kind, at, data } = contactTimeline;
  return db
    .select({ contact_id, at, data })
    .from(contactTimeline)
    .where(and(eq(user_id, account), inArray(contact_id, [...ids]), eq(id, contact_id), eq(kind, "created")));
}

export type EntryKey = Pick<TimelineRow, "user_id" | "contact_id" | "id">;

const isIt = ({ user_id, contact_id, id }: EntryKey) =>
  and(
    eq(contactTimeline.user_id, user_id),
    // Includes entries of contacts that were merged into them.
    sql`${contactTimeline.contact_id} in (select ${contact_id}::uuid union all
      select m.id from contact_merges m where m.user_id = ${user_id} and m.kept_id = ${contact_id})`,
    eq(contactTimeline.id, id),
  );

/** False if it already exists. */
export async function insertEntry(db: Db, row: TimelineRow): Promise<boolean> {
  const rows = await db
    .insert(contactTimeline)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: contactTimeline.id });
  return rows.length > 0;
}

export async function findEntry(db: Db, key: EntryKey): Promise<TimelineRow | undefined> {
  const [row] = await db.select().from(contactTimeline).where(isIt(key));
  return row;
}

export async function updateEntry(db: Db, key: EntryKey, data: TimelineRow["data"]): Promise<void> {
  await db.update(contactTimeline).set({ data }).where(isIt(key));
}

export async function deleteEntry(db: Db, key: EntryKey): Promise<void> {
  await db.delete(contactTimeline).where(isIt(key));
}
