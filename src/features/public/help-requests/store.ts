import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { mails } from "#src/platform/tables.ts";
import { EARLIER_SHOWN } from "./rules.ts";
import { helpMessages, helpNotes, helpRequests } from "./tables.ts";

export type RequestRow = typeof helpRequests.$inferSelect;
export type MessageRow = typeof helpMessages.$inferSelect;

/** False if the id or the number is taken. */
export async function insertRequest(
  db: Db,
  added: Omit<RequestRow, "state" | "assignee_id" | "closed_at">,
): Promise<boolean> {
  const rows = await db
    .insert(helpRequests)
    .values(added)
    .onConflictDoNothing()
    .returning({ id: helpRequests.id });
  return rows.length > 0;
}

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(helpRequests).where(eq(helpRequests.id, id));
  return row;
}

export async function findRequestByNumber(db: Db, number: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(helpRequests).where(eq(helpRequests.number, number));
  return row;
}

/** Makes others who write to the request wait. */
export async function lockRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const [row] = await db.select().from(helpRequests).where(eq(helpRequests.id, id)).for("update");
  return row;
}

export async function updateRequest(
  db: Db,
  id: string,
  change: Partial<Omit<RequestRow, "id" | "number">>,
): Promise<void> {
  await db.update(helpRequests).set(change).where(eq(helpRequests.id, id));
}

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insert(helpMessages).values(message);
}

export async function findMessage(db: Db, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.select().from(helpMessages).where(eq(helpMessages.id, id));
  return row;
}

export function listMessages(db: Db, requestId: string): Promise<MessageRow[]> {
  return db
    .select()
    .from(helpMessages)
    .where(eq(helpMessages.request_id, requestId))
    .orderBy(asc(helpMessages.created_at), asc(helpMessages.id));
}

/** The answers among these whose e-mail didn't get through. */
export async function listFailedAnswers(
  db: Db,
  template: string,
  messageIds: readonly string[],
): Promise<Set<string | null>> {
  if (messageIds.length === 0) return new Set();
  const rows = await db
    .select({ once: mails.once })
    .from(mails)
    .where(
      and(eq(mails.template, template), inArray(mails.once, [...messageIds]), eq(mails.state, "failed")),
    );
  return new Set(rows.map(({ once }) => once));
}

export async function countMessages(db: Db, requestId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(helpMessages)
    .where(eq(helpMessages.request_id, requestId));
  return row?.n ?? 0;
}

/** The person's newest message. */
export async function findLastQuestion(db: Db, requestId: string): Promise<MessageRow | undefined> {
  const [row] = await db
    .select()
    .from(helpMessages)
    .where(and(eq(helpMessages.request_id, requestId), eq(helpMessages.is_answer, false)))
    .orderBy(desc(helpMessages.created_at), desc(helpMessages.id))
    .limit(1);
  return row;
}

export async function insertNote(db: Db, note: typeof helpNotes.$inferInsert): Promise<void> {
  await db.insert(helpNotes).values(note);
}

export async function findNote(db: Db, id: string) {
  const [row] = await db.select().from(helpNotes).where(eq(helpNotes.id, id));
  return row;
}

export function listNotes(db: Db, requestId: string) {
  return db
    .select()
    .from(helpNotes)
    .where(eq(helpNotes.request_id, requestId))
    .orderBy(asc(helpNotes.created_at), asc(helpNotes.id));
}

/** Of the same account, or from the same address. */
export function listOtherRequests(db: Db, { id, account_id, email }: RequestRow) {
  const { number, subject, state, created_at } = helpRequests;
  return db
    .select({ id: helpRequests.id, number, subject, state, created_at })
    .from(helpRequests)
    .where(
      and(
        ne(helpRequests.id, id),
        or(
          eq(helpRequests.email, email),
          account_id === null ? undefined : eq(helpRequests.account_id, account_id),
        ),
      ),
    )
    .orderBy(desc(created_at), desc(helpRequests.id))
    .limit(EARLIER_SHOWN);
}

const PERSON = {
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  banned: user.banned,
  created_at: user.createdAt,
};

export async function findPerson(db: Db, id: string) {
  const [row] = await db.select(PERSON).from(user).where(eq(user.id, id));
  return row;
}

export async function findPersonByEmail(db: Db, email: string) {
  const [row] = await db.select(PERSON).from(user).where(eq(user.email, email));
  return row;
}

/** Names by ids. */
export async function listNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const STAFF_TOLD_MAX = 100;

export async function listStaffAddresses(db: Db, roles: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ email: user.email })
    .from(user)
    .where(and(inArray(user.role, [...roles]), or(isNull(user.banned), eq(user.banned, false))))
    .limit(STAFF_TOLD_MAX);
  return rows.map(({ email }) => email);
}

/** Their messages and notes go with them. */
export async function purgeRequests(db: Db, before: string): Promise<void> {
  await db
    .delete(helpRequests)
    .where(and(inArray(helpRequests.state, ["waiting", "closed"]), lt(helpRequests.updated_at, before)));
}

/** As whoever asked, signed in or not, and as staff who answered others. */
export async function eraseFromRequests(
  db: Db,
  { account, email }: { account: string; email: string },
): Promise<void> {
  const { account_id, assignee_id } = helpRequests;
  await db
    .delete(helpRequests)
    .where(or(eq(account_id, account), and(isNull(account_id), eq(helpRequests.email, email))));
  await db.update(helpRequests).set({ assignee_id: null }).where(eq(assignee_id, account));
  await db.update(helpMessages).set({ written_by: null }).where(eq(helpMessages.written_by, account));
  await db.update(helpNotes).set({ written_by: null }).where(eq(helpNotes.written_by, account));
}
