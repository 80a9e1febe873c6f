import { and, count, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type Counts, NO_COUNTS } from "./rules.ts";
import { mailboxes, mailboxUses } from "./tables.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;

export interface MailboxKey {
  account: string;
  id: string;
}

const isOf = ({ account, id }: MailboxKey) => and(eq(mailboxes.user_id, account), eq(mailboxes.id, id));
const isUseOf = ({ account, id }: MailboxKey) =>
  and(eq(mailboxUses.user_id, account), eq(mailboxUses.mailbox_id, id));

/** Oldest first, in the order of choices. */
export async function listMailboxRows(db: Db, account: string): Promise<MailboxRow[]> {
  return db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.user_id, account))
    .orderBy(mailboxes.created_at, mailboxes.id);
}

export async function findMailbox(db: Db, key: MailboxKey): Promise<MailboxRow | undefined> {
  const [row] = await db.select().from(mailboxes).where(isOf(key));
  return row;
}

/** Returns the next ones with a signing key, in a stable order. */
export async function listMailboxesWithDkim(
  db: Db,
  { after, rows }: { after: MailboxKey | undefined; rows: number },
): Promise<MailboxKey[]> {
  const { user_id, id, dkim_key } = mailboxes;
  const isNext = after && or(gt(user_id, after.account), and(eq(user_id, after.account), gt(id, after.id)));
  return db
    .select({ account: user_id, id })
    .from(mailboxes)
    .where(and(isNotNull(dkim_key), isNext))
    .orderBy(user_id, id)
    .limit(rows);
}

/** Finds the one that someone is connecting at Google, by the returned state. */
export async function findMailboxByOauthState(
  db: Db,
  account: string,
  states: string[],
): Promise<MailboxRow | undefined> {
  const [row] = await db
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.user_id, account), inArray(mailboxes.oauth_state, states)));
  return row;
}

/** Locks the row until the transaction ends. */
export async function lockMailbox(db: Db, key: MailboxKey): Promise<MailboxRow | undefined> {
  const [row] = await db.select().from(mailboxes).where(isOf(key)).for("update");
  return row;
}

export async function countMailboxes(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(mailboxes).where(eq(mailboxes.user_id, account));
  return row?.count ?? 0;
}

export async function insertMailbox(db: Db, row: typeof mailboxes.$inferInsert): Promise<void> {
  await db.insert(mailboxes).values(row);
}

export async function updateMailboxRow(
  db: Db,
  key: MailboxKey,
  changes: Partial<Omit<MailboxRow, "user_id" | "id">>,
): Promise<void> {
  await db.update(mailboxes).set(changes).where(isOf(key));
}

export async function deleteMailboxRow(db: Db, key: MailboxKey): Promise<void> {
  await db.delete(mailboxes).where(isOf(key));
}

export async function listCounts(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(mailboxUses)
    .where(and(eq(mailboxUses.user_id, account), inArray(mailboxUses.mailbox_id, [...ids])));
  return new Map(rows.map(({ mailbox_id, counts }) => [mailbox_id, counts]));
}

/** Locks the count until the transaction ends, so that nodes reserve one after the other. */
export async function lockCounts(db: Db, key: MailboxKey): Promise<Counts> {
  await db
    .insert(mailboxUses)
    .values({ user_id: key.account, mailbox_id: key.id, counts: NO_COUNTS })
    .onConflictDoNothing();
  const [row] = await db
    .select({ counts: mailboxUses.counts })
    .from(mailboxUses)
    .where(isUseOf(key))
    .for("update");
  return row?.counts ?? NO_COUNTS;
}

export async function updateCounts(db: Db, key: MailboxKey, counts: Counts): Promise<void> {
  await db
    .update(mailboxUses)
    .set({ counts: sql`${JSON.stringify(counts)}::jsonb` })
    .where(isUseOf(key));
}
