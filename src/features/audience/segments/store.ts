import { and, asc, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type ContactFilter, type ContactRow, matching } from "#src/features/audience/contacts/contacts.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { links } from "#src/features/pages/links/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Named } from "./conditions/catalog-rules.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import { type Evaluation, predicateOf, selectMatching } from "./conditions/condition-store.ts";
import { segmentMembers, segmentMoves, segments } from "./tables.ts";

export type SegmentRow = typeof segments.$inferSelect;

interface Owned {
  account: string;
  id: string;
}
const owned = ({ account, id }: Owned) => and(eq(segments.user_id, account), eq(segments.id, id));

export function listSegmentRows(db: Db, account: string): Promise<SegmentRow[]> {
  return db
    .select()
    .from(segments)
    .where(eq(segments.user_id, account))
    .orderBy(sql`lower(${segments.name})`, asc(segments.id));
}

export async function findSegmentRow(db: Db, key: Owned): Promise<SegmentRow | undefined> {
  const [row] = await db.select().from(segments).where(owned(key));
  return row;
}

/** Locks all of the account's segments until the transaction ends, because they may name each other. */
export function lockSegmentRows(db: Db, account: string): Promise<SegmentRow[]> {
  return db
    .select()
    .from(segments)
    .where(eq(segments.user_id, account))
    .orderBy(asc(segments.id))
    .for("update");
}

/** Undefined if the id or the name is taken. */
export async function insertSegmentRow(
  db: Db,
  row: typeof segments.$inferInsert,
): Promise<SegmentRow | undefined> {
  const [made] = await db.insert(segments).values(row).onConflictDoNothing().returning();
  return made;
}

export async function updateSegmentRow(
  db: Db,
  { account, id, ...changes }: Owned & Partial<SegmentRow>,
): Promise<SegmentRow | undefined> {
  const [row] = await db.update(segments).set(changes).where(owned({ account, id })).returning();
  return row;
}

export async function deleteSegmentRow(db: Db, { account, id }: Owned): Promise<void> {
  await db
    .delete(segmentMembers)
    .where(and(eq(segmentMembers.user_id, account), eq(segmentMembers.segment_id, id)));
  await db
    .delete(segmentMoves)
    .where(and(eq(segmentMoves.user_id, account), eq(segmentMoves.segment_id, id)));
  await db
    .update(segments)
    .set({ source_id: null })
    .where(and(eq(segments.user_id, account), eq(segments.source_id, id)));
  await db.delete(segments).where(owned({ account, id }));
}

export async function hasMerges(db: Db, account: string): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from contact_merges where user_id = ${account} limit 1`);
  return rows.length > 0;
}

/** Everything on the account's pages that can be clicked, named by its title. */
export function listLinkNames(db: Db, account: string): Promise<Named[]> {
  return db
    .select({ id: links.id, name: links.title })
    .from(links)
    .innerJoin(clientProfiles, eq(clientProfiles.id, links.profile_id))
    .where(and(eq(clientProfiles.user_id, account), isNull(links.deleted_at), ne(links.url, "")))
    .orderBy(asc(links.title), asc(links.id));
}

export async function listLinkIdsOf(
  db: Db,
  account: string,
  profileIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: links.id })
    .from(links)
    .innerJoin(clientProfiles, eq(clientProfiles.id, links.profile_id))
    .where(and(eq(clientProfiles.user_id, account), inArray(clientProfiles.id, [...profileIds])));
  return rows.map(({ id }) => id);
}

/** SQL that's true for contacts that match, in statements about `contacts`. */
export function isMatching(condition: Condition, evaluation: Evaluation): SQL {
  return (
    predicateOf(condition, evaluation) ??
    sql`${contacts.id} in (${selectMatching(condition, evaluation, sql`contacts.id`)})`
  );
}

/** The contacts that match, as a subquery for other slices' statements. */
export function selectAudience(condition: Condition, evaluation: Evaluation): SQL {
  return sql`(${selectMatching(condition, evaluation)})`;
}

/** Returns those of these tags that no contact has. */
export async function listUnusedTags(db: Db, account: string, tags: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ tag: string }>(
    db,
    sql`select tag from unnest(${sql.param([...tags])}::text[]) as asked (tag) where not exists (
      select 1 from contacts c where c.user_id = ${account} and c.tags @> array[tag])`,
  );
  return rows.map(({ tag }) => tag);
}

export async function countMatching(db: Db, condition: Condition, evaluation: Evaluation): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    selectMatching(condition, evaluation, sql`count(*) as count`),
  );
  return Number(row?.count ?? 0);
}

/** The newest contacts that match. */
export function listNewestMatching(
  db: Db,
  condition: Condition,
  evaluation: Evaluation & { limit: number },
): Promise<ContactRow[]> {
  return db
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.user_id, evaluation.account),
        sql`${contacts.id} in (select c.id from (${selectMatching(condition, evaluation)}) c
          order by c.created_at desc, c.id desc limit ${evaluation.limit})`,
      ),
    )
    .orderBy(desc(contacts.created_at), desc(contacts.id));
}

/** The newest first. */
export function listRowsOf(db: Db, account: string, ids: readonly string[]): Promise<ContactRow[]> {
  return db
    .select()
    .from(contacts)
    .where(and(eq(contacts.user_id, account), inArray(contacts.id, [...ids])))
    .orderBy(desc(contacts.created_at), desc(contacts.id));
}

/** Which of these contacts each condition is true for, as pairs of a contact and a condition's position. */
export async function listTrue(
  db: Db,
  conditions: readonly Condition[],
  evaluation: Evaluation,
): Promise<{ id: string; at: number }[]> {
  if (conditions.length === 0) return [];
  const each = conditions.map(
    (condition, at) => sql`(${selectMatching(condition, evaluation, sql`contacts.id, ${at}::int as at`)})`,
  );
  return rowsOf(db, sql.join(each, sql` union all `));
}

/** Large lists are changed in parts of this many, each in its own transaction. */
export const MEMBERS_AT_ONCE = 5000;

/** Returns the next of the contacts that a filter matches, by their ids. */
export async function listNextIds(db: Db, who: ContactFilter, after: string | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(matching(who), after === undefined ? undefined : gt(contacts.id, after)))
    .orderBy(asc(contacts.id))
    .limit(MEMBERS_AT_ONCE);
  return rows.map(({ id }) => id);
}

interface Members extends Owned {
  ids: readonly string[];
  now: string;
}

/** Returns those of these contacts, if they still exist, who weren't in it before. */
export async function insertMembers(db: Db, { account, id, ids, now }: Members): Promise<string[]> {
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`insert into segment_members (user_id, segment_id, contact_id, added_at)
      select ${account}, ${id}::uuid, c.id, ${now}::timestamptz from contacts c
      where c.user_id = ${account} and c.id = any(${sql.param([...ids])}::uuid[]) on conflict do nothing
      returning contact_id`,
  );
  return rows.map(({ contact_id }) => contact_id);
}

/** Returns those who were in it before. */
export async function deleteMembers(db: Db, { account, id, ids }: Omit<Members, "now">): Promise<string[]> {
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`delete from segment_members where user_id = ${account} and segment_id = ${id}::uuid
      and contact_id = any(${sql.param([...ids])}::uuid[]) returning contact_id`,
  );
  return rows.map(({ contact_id }) => contact_id);
}

/** Which of the contacts in an evaluation match. */
export async function listMatchingIds(
  db: Db,
  condition: Condition,
  evaluation: Evaluation & { contactIds: readonly string[] },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db, selectMatching(condition, evaluation, sql`contacts.id`));
  return rows.map(({ id }) => id);
}

/** Deletes members of snapshots that were never finished, because their process ended. */
export async function purgeStrayMembers(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from segment_members m where m.added_at < ${before}::timestamptz
    and not exists (select from segments s where s.user_id = m.user_id and s.id = m.segment_id)`);
}

/** How many contacts match both, and only one of them, with the newest ids of the latter. */
export async function listDifferences(
  db: Db,
  [a, b]: readonly [Condition, Condition],
  evaluation: Evaluation & { limit: number },
): Promise<{ both: number; came: { count: number; ids: string[] }; left: { count: number; ids: string[] } }> {
  const ids = (condition: Condition) =>
    selectMatching(condition, evaluation, sql`contacts.id, contacts.created_at`);
  const newest = sql.raw(`(array_agg(id order by created_at desc, id desc))[1:${Number(evaluation.limit)}]`);
  const [row] = await rowsOf<Record<string, unknown>>(
    db,
    sql`with a as (${ids(a)}), b as (${ids(b)}),
        came as (select * from a where id not in (select id from b)), gone as (select * from b where id not in (select id from a))
      select (select count(*) from a) as total, (select count(*) from came) as came, (select count(*) from gone) as left,
        (select ${newest} from came) as came_ids, (select ${newest} from gone) as left_ids`,
  );
  const { total = 0, came = 0, left = 0, came_ids, left_ids } = row ?? {};
  return {
    both: Number(total) - Number(came),
    came: { count: Number(came), ids: (came_ids as string[] | null) ?? [] },
    left: { count: Number(left), ids: (left_ids as string[] | null) ?? [] },
  };
}

/** Counts those that match an “a”. Fails, with PostgreSQL's own error, for a pattern that it doesn't understand. */
export async function countPatterns(db: Db, patterns: readonly string[]): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`select 1 from unnest(${sql.param([...patterns])}::text[]) one where 'a' ~* one`,
  );
  return rows.length;
}

export async function insertMemberRows(
  db: Db,
  rows: readonly (typeof segmentMembers.$inferInsert)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000)
    await db
      .insert(segmentMembers)
      .values(rows.slice(at, at + 1000))
      .onConflictDoNothing();
}
