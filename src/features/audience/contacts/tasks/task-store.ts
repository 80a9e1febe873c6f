import { and, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type ListShape, type PageRequest, readPage, sortBy } from "#src/platform/db/list.ts";
import { contacts, contactTasks } from "../tables.ts";

export type TaskRow = typeof contactTasks.$inferSelect;

export interface TaskFilter {
  account: string;
  /** The only profiles whose contacts' tasks count, or null for all. */
  profileIds: readonly string[] | null;
  contactId?: string | undefined;
  /** Only this person's, including unassigned ones if the account is theirs. */
  assignee?: string | undefined;
}

const TASK_LIST: ListShape<"due_at"> = {
  sorts: { due_at: sortBy(contactTasks.due_at) },
  tie: [contactTasks.id],
  usual: { sort: "due_at", order: "asc" },
};

const SHOWN = {
  task: getTableColumns(contactTasks),
  contact: { id: contacts.id, name: contacts.name, email: contacts.email },
};

function openOf({ account, profileIds, contactId, assignee }: TaskFilter): SQL | undefined {
  const isTheirs = assignee === undefined ? undefined : eq(contactTasks.assignee_id, assignee);
  return and(
    eq(contactTasks.user_id, account),
    isNull(contactTasks.done_at),
    profileIds === null ? undefined : sql`${contacts.profile_ids} && ${`{${profileIds.join(",")}}`}::uuid[]`,
    contactId === undefined ? undefined : eq(contactTasks.contact_id, contactId),
    assignee === account ? or(isTheirs, isNull(contactTasks.assignee_id)) : isTheirs,
  );
}

const isOfContact = and(eq(contacts.user_id, contactTasks.user_id), eq(contacts.id, contactTasks.contact_id));

/** Lists a page of open tasks, the first due first. */
export function listTaskRows(
  db: Db,
  filter: TaskFilter,
  page: { request: PageRequest<"due_at">; rows: number },
) {
  return readPage({ shape: TASK_LIST, ...page }, ({ key, after, orderBy, limit }) =>
    db
      .select({ ...SHOWN, key })
      .from(contactTasks)
      .innerJoin(contacts, isOfContact)
      .where(and(openOf(filter), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function countDue(db: Db, filter: TaskFilter, by: string): Promise<number> {
  const [row] = await db
    .select({ due: sql<number>`count(*)::int` })
    .from(contactTasks)
    .innerJoin(contacts, isOfContact)
    .where(and(openOf(filter), lte(contactTasks.due_at, by)));
  return row?.due ?? 0;
}

export function countOpen(
  db: Db,
  { account, contact }: { account: string; contact: string },
): Promise<number> {
  const { user_id, contact_id, done_at } = contactTasks;
  return db.$count(contactTasks, and(eq(user_id, account), eq(contact_id, contact), isNull(done_at)));
}

/** False if it already exists. */
export async function insertTask(db: Db, row: TaskRow): Promise<boolean> {
  const rows = await db
    .insert(contactTasks)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: contactTasks.id });
  return rows.length === 1;
}

/** Locks the row until the transaction ends. */
export async function lockTask(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(contactTasks)
    .where(and(eq(contactTasks.user_id, account), eq(contactTasks.id, id)))
    .for("update");
  return row;
}

export async function updateTaskRow(
  db: Db,
  { account, id }: { account: string; id: string },
  changes: Partial<TaskRow>,
): Promise<void> {
  await db
    .update(contactTasks)
    .set(changes)
    .where(and(eq(contactTasks.user_id, account), eq(contactTasks.id, id)));
}

export async function deleteTaskRow(db: Db, { account, id }: { account: string; id: string }): Promise<void> {
  await db.delete(contactTasks).where(and(eq(contactTasks.user_id, account), eq(contactTasks.id, id)));
}

/**
 * Claims due tasks without a reminder yet. No other node gets them. Those of a contact whose deletion can be
 * undone wait for that.
 */
export async function claimDue(db: Db, at: string, most: number): Promise<TaskRow[]> {
  const { done_at, reminded_at, due_at, user_id, id } = contactTasks;
  const isDue = and(isNull(done_at), isNull(reminded_at), lte(due_at, at));
  const due = await db
    .select({ user_id, id })
    .from(contactTasks)
    .innerJoin(contacts, isOfContact)
    .where(isDue)
    .orderBy(due_at)
    .limit(most)
    .for("update", { of: contactTasks, skipLocked: true });
  if (due.length === 0) return [];
  return db
    .update(contactTasks)
    .set({ reminded_at: at })
    .where(
      and(
        inArray(user_id, [...new Set(due.map((one) => one.user_id))]),
        inArray(
          id,
          due.map((one) => one.id),
        ),
        isDue,
      ),
    )
    .returning();
}
