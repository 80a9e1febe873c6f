import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { STAFF_ROLES } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { ChangeKind } from "../rules.ts";
import { inState, matching, type UserRow, type UserSearch } from "../store.ts";
import { userChangeItems, userChanges } from "../tables.ts";

export type ChangeRow = typeof userChanges.$inferSelect;

export interface Chosen {
  kind: ChangeKind;
  ids?: readonly string[];
  search?: UserSearch;
  except?: readonly string[];
  /** Accounts from later on aren't meant. */
  until: string;
  now: Date;
}

/** Staff are never changed in bulk, and neither is what's as wished already. */
function chosen({ kind, ids, search, except = [], until, now }: Chosen): SQL | undefined {
  return and(
    or(isNull(user.role), not(inArray(user.role, [...STAFF_ROLES]))),
    lte(user.createdAt, new Date(until)),
    ids && (ids.length > 0 ? inArray(user.id, [...ids]) : sql`false`),
    search && matching(search),
    except.length > 0 ? not(inArray(user.id, [...except])) : undefined,
    NEEDED[kind](now),
  );
}

const NEEDED: Readonly<Record<ChangeKind, (now: Date) => SQL | undefined>> = {
  suspend: (now) => not(inState("suspended", now) as SQL),
  lift: (now) => inState("suspended", now),
  grant: () => undefined,
  sign_out: () => sql`exists (select from sessions s where s.user_id = ${user.id})`,
  confirm: () => eq(user.emailVerified, false),
};

export async function countChosen(db: Db, which: Chosen): Promise<number> {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(user).where(chosen(which));
  return row?.n ?? 0;
}

/** The next of them, by their ids, locked until the transaction ends. */
export function lockChosen(
  db: Db,
  which: Chosen,
  { after, most }: { after: string; most: number },
): Promise<UserRow[]> {
  return db
    .select()
    .from(user)
    .where(and(chosen(which), gt(user.id, after)))
    .orderBy(asc(user.id))
    .limit(most)
    .for("update");
}

/** The addresses of a few of them. */
export async function listSample(db: Db, which: Chosen, most: number): Promise<string[]> {
  const rows = await db
    .select({ email: user.email })
    .from(user)
    .where(chosen(which))
    .orderBy(asc(user.id))
    .limit(most);
  return rows.map(({ email }) => email);
}

/** False if it's there already. */
export async function insertChange(db: Db, row: typeof userChanges.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(userChanges)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: userChanges.id });
  return rows.length > 0;
}

export async function lockChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db.select().from(userChanges).where(eq(userChanges.id, id)).for("update");
  return row;
}

export async function updateChange(
  db: Db,
  id: string,
  change: Partial<Pick<ChangeRow, "state" | "after_id">>,
): Promise<void> {
  await db.update(userChanges).set(change).where(eq(userChanges.id, id));
}

export async function insertItem(
  db: Db,
  row: { change_id: string; account: string; undo: object },
): Promise<boolean> {
  const rows = await db
    .insert(userChangeItems)
    .values(row)
    .onConflictDoNothing()
    .returning({ account: userChangeItems.account });
  return rows.length > 0;
}

export function listUndoable(db: Db, change: string, most: number) {
  const { change_id, account, undo, is_undone } = userChangeItems;
  return db
    .select({ account, undo })
    .from(userChangeItems)
    .where(and(eq(change_id, change), eq(is_undone, false)))
    .orderBy(asc(account))
    .limit(most)
    .for("update");
}

export async function updateUndone(db: Db, change: string, accounts: readonly string[]): Promise<void> {
  await db
    .update(userChangeItems)
    .set({ is_undone: true })
    .where(and(eq(userChangeItems.change_id, change), inArray(userChangeItems.account, [...accounts])));
}

const CHANGES_LISTED_MAX = 20;

export function listChangeRows(db: Db, id?: string) {
  const count = (where: SQL) =>
    sql<number>`(select count(*)::int from user_change_items i where i.change_id = ${userChanges.id} and ${where})`;
  return db
    .select({
      row: userChanges,
      by: user.name,
      changed: count(sql`true`),
      undone: count(sql`i.is_undone`),
    })
    .from(userChanges)
    .leftJoin(user, eq(user.id, userChanges.made_by))
    .where(id === undefined ? undefined : eq(userChanges.id, id))
    .orderBy(desc(userChanges.created_at))
    .limit(CHANGES_LISTED_MAX);
}

/** Who started it, if they're still there. */
export async function findMaker(db: Db, id: string) {
  const [row] = await db.select().from(user).where(eq(user.id, id));
  return row;
}

/** True if the account is suspended as this change left it. */
export async function isBannedUntil(db: Db, id: string, until: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from users where id = ${id} and banned and ban_expires = ${until}::timestamptz`,
  );
  return rows.length > 0;
}

/** Takes somebody out of what changes were for. */
export async function eraseChosen(
  db: Db,
  { account, email }: { account: string; email: string },
): Promise<void> {
  for (const list of ["ids", "except"])
    await db.execute(sql`update user_changes set selection =
      jsonb_set(selection, array[${list}::text], (selection->${list}::text) - ${account}::text)
      where selection->${list}::text @> to_jsonb(array[${account}::text])`);
  await db.execute(sql`update user_changes set selection = '{"ids": []}'
    where state <> 'running' and position(lower(${email}) in lower(selection->'filter'->>'q')) > 0`);
}

/** Deletes changes from before a moment, with what undoing them would take. */
export async function purgeChanges(db: Db, before: Date): Promise<void> {
  await db
    .delete(userChanges)
    .where(and(lt(userChanges.created_at, before.toISOString()), ne(userChanges.state, "running")));
}
