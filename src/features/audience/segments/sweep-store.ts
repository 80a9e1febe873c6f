/* What the sweep reads and writes: contacts that changed, and who has been announced as a member. */
import { asc, eq, lt, type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { someOf } from "#src/platform/db/rows.ts";
import { type Evaluation, selectMatching } from "./conditions/condition-store.ts";
import type { SegmentRow } from "./store.ts";
import { segmentMembers, segmentMoves, segments } from "./tables.ts";

/** Always due, also for clocks that are behind. Triggers write it, too. */
export const AT_ONCE = "1970-01-01T00:00:00.000Z";

/** Accounts with changed contacts or segments that are due. Skips from one account to the next in the index. */
export async function listAccountsToSweep(db: Db, now: string): Promise<string[]> {
  const rows = await rowsOf<{ user_id: string }>(
    db,
    sql`with recursive changed as (
        (select user_id from segment_changes order by user_id limit 1)
        union all
        select (select c.user_id from segment_changes c where c.user_id > a.user_id order by c.user_id limit 1)
          from changed a where a.user_id is not null)
      select user_id from changed where user_id is not null
      union select user_id from segments where due_at <= ${now}::timestamptz`,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The oldest changes of an account. */
export async function listChangeIds(db: Db, account: string, most: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id::text from segment_changes where user_id = ${account} order by id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Deletes changes and returns whose they were. They stay if the transaction fails. */
export async function deleteChanges(db: Db, account: string, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`delete from segment_changes where user_id = ${account} and id = any(${sql.param([...ids])}::bigint[])
      returning contact_id`,
  );
  return [...new Set(rows.map(({ contact_id }) => contact_id))];
}

/** Whose changes these are. */
export async function listChanged(db: Db, account: string, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ contact_id: string }>(
    db,
    sql`select distinct contact_id from segment_changes where user_id = ${account}
      and id = any(${sql.param([...ids])}::bigint[])`,
  );
  return rows.map(({ contact_id }) => contact_id);
}

export interface Membership {
  segment_id: string;
  contact_id: string;
}

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;
const pairs = (members: readonly Membership[]) =>
  sql`unnest(${uuids(members.map(({ segment_id }) => segment_id))}, ${uuids(members.map(({ contact_id }) => contact_id))}) as p (segment_id, contact_id)`;

/** Which of these contacts have been announced as members of which segments with a condition. */
export function listKnownMembers(
  db: Db,
  { account, contactIds }: { account: string; contactIds: readonly string[] },
): Promise<Membership[]> {
  return rowsOf(
    db,
    sql`select m.segment_id, m.contact_id from segment_members m
      join segments s on s.user_id = m.user_id and s.id = m.segment_id and s.kind = 'dynamic'
      where m.user_id = ${account} and m.contact_id = any(${uuids(contactIds)})`,
  );
}

interface Announced {
  account: string;
  members: readonly Membership[];
  now: string;
}

/** Returns those who weren't members before. */
export function insertKnownMembers(db: Db, { account, members, now }: Announced): Promise<Membership[]> {
  return rowsOf(
    db,
    sql`insert into segment_members (user_id, segment_id, contact_id, added_at)
      select ${account}, p.segment_id, p.contact_id, ${now}::timestamptz from ${pairs(members)}
      on conflict do nothing returning segment_id, contact_id`,
  );
}

/** Returns those who were members before. */
export function deleteKnownMembers(
  db: Db,
  { account, members }: Omit<Announced, "now">,
): Promise<Membership[]> {
  return rowsOf(
    db,
    sql`delete from segment_members m using ${pairs(members)} where m.user_id = ${account}
      and m.segment_id = p.segment_id and m.contact_id = p.contact_id returning m.segment_id, m.contact_id`,
  );
}

interface Looking {
  segment: Pick<SegmentRow, "id" | "condition">;
  evaluation: Evaluation;
}

function matchingIds({ segment: { condition }, evaluation }: Looking): SQL {
  return condition
    ? selectMatching(condition, evaluation, sql`contacts.id`)
    : sql`select null::uuid as id where false`;
}

/** Members who are still contacts: of others, later slices haven't heard yet, and a deletion may be undone. */
const membersOf = ({ segment, evaluation: { account } }: Looking) =>
  sql`select m.contact_id as id from segment_members m join contacts o on o.user_id = m.user_id and o.id = m.contact_id
    where m.user_id = ${account} and m.segment_id = ${segment.id}::uuid`;

/** Adds a change for everyone whose membership isn't what the condition says, and who has none yet. Returns how many. */
export async function insertDifferences(db: Db, looking: Looking): Promise<number> {
  const { account } = looking.evaluation;
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`with matching as materialized (${matchingIds(looking)}), members as materialized (${membersOf(looking)}),
      odd as ((select id from matching except select id from members) union all
        (select id from members except select id from matching)),
      added as (insert into segment_changes (user_id, contact_id) select ${account}, odd.id from odd
        where not exists (select from segment_changes c where c.user_id = ${account} and c.contact_id = odd.id)
        returning 1)
      select count(*) as count from added`,
  );
  return Number(row?.count ?? 0);
}

/** Takes out whoever doesn't match, without a word. */
export async function deleteUnmatched(db: Db, looking: Looking): Promise<void> {
  await db.execute(sql`delete from segment_members where user_id = ${looking.evaluation.account}
    and segment_id = ${looking.segment.id}::uuid
    and contact_id in (${membersOf(looking)} except ${matchingIds(looking)})`);
}

/** Adds up to `most` who match, without a word. Returns how many. */
export async function insertMatching(
  db: Db,
  looking: Looking & { most: number; now: string },
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`with added as (insert into segment_members (user_id, segment_id, contact_id, added_at)
        select ${looking.evaluation.account}, ${looking.segment.id}::uuid, x.id, ${looking.now}::timestamptz
        from (${matchingIds(looking)} except ${membersOf(looking)} limit ${looking.most}) x
        on conflict do nothing returning 1)
      select count(*) as count from added`,
  );
  return Number(row?.count ?? 0);
}

/** Returns whose move wasn't known yet. */
export async function insertMoves(
  db: Db,
  rows: readonly (typeof segmentMoves.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insert(segmentMoves)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ contact_id: segmentMoves.contact_id });
  return added.map(({ contact_id }) => contact_id);
}

/** Deletes up to `most` that are older, and returns how many it deleted. */
export async function purgeMoves(
  db: Db,
  { before, most }: { before: string; most: number },
): Promise<number> {
  const rows = await db
    .delete(segmentMoves)
    .where(someOf(segmentMoves, { where: lt(segmentMoves.at, before), most }))
    .returning({ id: segmentMoves.id });
  return rows.length;
}

export async function deleteTracesOf(db: Db, account: string, ids: readonly string[]): Promise<void> {
  const theirs = sql`user_id = ${account} and contact_id = any(${uuids(ids)})`;
  for (const table of [segmentMembers, segmentMoves])
    await db.execute(sql`delete from ${table} where ${theirs}`);
}

/** The account's segments with a condition that's due. */
export function lockDueSegments(db: Db, account: string, now: string): Promise<SegmentRow[]> {
  return db
    .select()
    .from(segments)
    .where(sql`${segments.user_id} = ${account} and ${segments.due_at} <= ${now}::timestamptz`)
    .orderBy(asc(segments.due_at), asc(segments.id))
    .for("update");
}

/** Accounts that have segments with a condition. */
export async function listFollowedAccounts(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ user_id: segments.user_id })
    .from(segments)
    .where(eq(segments.kind, "dynamic"));
  return rows.map(({ user_id }) => user_id);
}

/** Has all contacts looked at soon, for segments whose conditions name something that's gone or back. */
export async function updateDue(db: Db, account: string, due_at: string): Promise<void> {
  await db.execute(sql`update segments set due_at = ${due_at}::timestamptz
    where user_id = ${account} and kind = 'dynamic'`);
}
