import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { StaffMark, StaffMarkName } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import type { PageMove } from "#src/platform/account-data-registry.ts";
import type { Person } from "#src/platform/context.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { staffChanges } from "../target-tables.ts";
import { uuids } from "../targets/target-store.ts";

export type ChangeRow = typeof staffChanges.$inferSelect;
export type ChangeOf = ChangeRow["of"];

/** What a change is about. */
export type ChangeTarget = { ids: readonly string[] } | { labels: string } | { url_key: string };

const TABLES = { pages: "client_profiles", links: "links" } as const;

/** Which rows of links or pages (`x`) are meant. */
function isMeant(target: ChangeTarget): SQL {
  if ("ids" in target) return sql`x.id = any(${uuids(target.ids)})`;
  if ("url_key" in target)
    return sql`x.id in (select t.link_id from link_targets t where t.url_key = ${target.url_key})`;
  const below = `${target.labels.replace(/[\\%_]/g, "\\$&")}.%`;
  return sql`x.id in (select t.link_id from link_targets t join link_hosts h on h.host = t.host
    where h.labels = ${target.labels} or h.labels like ${below})`;
}

export interface Wanted {
  of: ChangeOf;
  mark: StaffMarkName;
  isOn: boolean;
  target: ChangeTarget;
  /** Roles whose pages and links stay as they are. */
  spared: readonly string[];
}

/** Rows that the change would change, of owners whom it may concern. */
function concerned({ of, mark, isOn, target, spared }: Wanted): SQL {
  const column = sql.raw(`x.staff_${mark}`);
  return sql`from ${sql.raw(TABLES[of])} x join users u on u.id = x.user_id
    where ${isMeant(target)} and x.deleted_at is null and (${column} is null) = ${isOn}
      and (u.role is null or not u.role = any(${sql.param([...spared])}::text[]))`;
}

export interface Extent {
  total: number;
  accounts: number;
  /** Of staff above whoever asks. */
  spared: number;
  examples: { id: string; name: string; email: string; count: number }[];
}

const EXAMPLES_MAX = 20;

export async function findExtent(db: Db, wanted: Wanted): Promise<Extent> {
  const everyone = concerned({ ...wanted, spared: [] });
  const [row] = await rowsOf<Extent>(
    db,
    sql`with found as (select x.user_id, count(*)::int as n ${concerned(wanted)} group by x.user_id)
      select coalesce(sum(n), 0)::int as total, count(*)::int as accounts,
        (select count(*)::int ${everyone}) - coalesce(sum(n), 0)::int as spared,
        coalesce((select json_agg(one) from (select u.id, u.name, u.email, f.n as count from found f
          join users u on u.id = f.user_id order by f.n desc, u.id limit ${EXAMPLES_MAX}) one), '[]') as examples
      from found`,
  );
  return row ?? { total: 0, accounts: 0, spared: 0, examples: [] };
}

/** Undefined if the id is taken: the request was sent twice. */
export async function insertChange(
  db: Db,
  row: typeof staffChanges.$inferInsert,
): Promise<ChangeRow | undefined> {
  const [made] = await db
    .insert(staffChanges)
    .values(row)
    .onConflictDoNothing({ target: staffChanges.id })
    .returning();
  return made;
}

/** Writes down what the change is about, so that nothing that's added meanwhile becomes part of it. */
export async function insertItems(db: Db, id: string, wanted: Wanted): Promise<void> {
  const column = sql.raw(`x.staff_${wanted.mark}`);
  await db.execute(sql`insert into staff_change_items (change_id, account, thing_id, before)
    select ${id}::uuid, x.user_id, x.id, ${column} ${concerned(wanted)}`);
}

/** What changes did to pages that get another account, and to their links, stays with these. */
export async function updateItemAccounts(db: Db, { profileIds, from, to }: PageMove): Promise<void> {
  const ids = uuids(profileIds);
  await db.execute(sql`update staff_change_items set account = ${to}
    where account = ${from} and (thing_id = any(${ids}) or thing_id in (select l.id from links l where l.profile_id = any(${ids})))`);
}

/** What an earlier change did, as far as that's still so, for the change that undoes it. */
export async function insertItemsUndoing(
  db: Db,
  id: string,
  { id: undone, of, mark, is_on }: ChangeRow,
): Promise<void> {
  const column = sql.raw(`x.staff_${mark}`);
  const isStill = is_on ? sql`${column}->>'change' = ${undone}` : sql`${column} is null`;
  // Copies of what was marked carry its mark, so they aren't among the items.
  const copies = is_on
    ? sql`select x.user_id, x.id, null::jsonb as before from ${sql.raw(TABLES[of])} x where ${isStill} and x.deleted_at is null`
    : sql`select x.user_id, x.id, i.before from staff_change_items i join ${sql.raw(TABLES[of])} x on x.id = i.thing_id
        where i.change_id = ${undone} and ${isStill} and x.deleted_at is null`;
  await db.execute(sql`insert into staff_change_items (change_id, account, thing_id, before)
    select ${id}::uuid, c.user_id, c.id, c.before from (${copies}) c`);
}

export async function countItems(db: Db, id: string): Promise<{ total: number; accounts: number }> {
  const [row] = await rowsOf<{ total: number; accounts: number }>(
    db,
    sql`select count(*)::int as total, count(distinct account)::int as accounts from staff_change_items where change_id = ${id}`,
  );
  return row ?? { total: 0, accounts: 0 };
}

export async function updateChange(db: Db, id: string, changes: Partial<ChangeRow>): Promise<void> {
  await db.update(staffChanges).set(changes).where(eq(staffChanges.id, id));
}

export async function lockChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db.select().from(staffChanges).where(eq(staffChanges.id, id)).for("update");
  return row;
}

export async function findChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db.select().from(staffChanges).where(eq(staffChanges.id, id));
  return row;
}

/** Locks a change that hasn't ended. */
export async function lockRunningChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(staffChanges)
    .where(and(eq(staffChanges.id, id), isNull(staffChanges.ended_at)))
    .for("update");
  return row;
}

export function listChanges(db: Db, { of, most }: { of: ChangeOf; most: number }): Promise<ChangeRow[]> {
  return db
    .select()
    .from(staffChanges)
    .where(eq(staffChanges.of, of))
    .orderBy(desc(staffChanges.started_at))
    .limit(most);
}

export interface Item {
  account: string;
  thing_id: string;
  before: StaffMark | null;
}

/** All items of the next few accounts: an account is done in one go, so that its owner hears of it once. */
export function listNextItems(
  db: Db,
  { id, cursor }: Pick<ChangeRow, "id" | "cursor">,
  accounts: number,
): Promise<Item[]> {
  return rowsOf<Item>(
    db,
    sql`select i.account, i.thing_id, i.before from staff_change_items i where i.change_id = ${id}
      and i.account in (select distinct account from staff_change_items where change_id = ${id} and account > ${cursor}
        order by account limit ${accounts}) order by i.account, i.thing_id`,
  );
}

export async function purgeChangesBefore(db: Db, before: string): Promise<void> {
  await db.execute(sql`delete from staff_change_items i using staff_changes c
    where c.id = i.change_id and c.started_at < ${before}::timestamptz`);
  await db.delete(staffChanges).where(lt(staffChanges.started_at, before));
}

/** Somebody who may still be staff. */
export async function findStarter(db: Db, id: string): Promise<Person | undefined> {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  return (
    row && {
      id: row.id,
      name: row.name,
      email: row.email,
      email_verified: row.emailVerified,
      deletion_due_at: null,
      role: row.role ?? "user",
    }
  );
}
