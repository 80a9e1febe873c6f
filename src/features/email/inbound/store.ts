import { and, eq, lt, lte, or, sql } from "drizzle-orm";
import { mailboxes } from "#src/features/email/sending-accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { inboxes } from "./tables.ts";

export type InboxRow = typeof inboxes.$inferSelect;
export interface InboxKey {
  account: string;
  mailbox_id: string;
}

const isIt = ({ account, mailbox_id }: InboxKey) =>
  and(eq(inboxes.user_id, account), eq(inboxes.mailbox_id, mailbox_id));

export async function findInbox(db: Db, key: InboxKey): Promise<InboxRow | undefined> {
  const [row] = await db.select().from(inboxes).where(isIt(key));
  return row;
}

export async function upsertInbox(db: Db, row: typeof inboxes.$inferInsert): Promise<void> {
  const { user_id: _, mailbox_id: __, ...changes } = row;
  await db
    .insert(inboxes)
    .values(row)
    .onConflictDoUpdate({ target: [inboxes.user_id, inboxes.mailbox_id], set: changes });
}

/** False if there's none. */
export async function deleteInboxRow(db: Db, key: InboxKey): Promise<boolean> {
  const rows = await db.delete(inboxes).where(isIt(key)).returning({ id: inboxes.mailbox_id });
  return rows.length > 0;
}

export async function listDueInboxes(db: Db, now: string, most: number): Promise<InboxKey[]> {
  return db
    .select({ account: inboxes.user_id, mailbox_id: inboxes.mailbox_id })
    .from(inboxes)
    .innerJoin(mailboxes, and(eq(mailboxes.user_id, inboxes.user_id), eq(mailboxes.id, inboxes.mailbox_id)))
    .where(and(lte(inboxes.due_at, now), or(eq(mailboxes.kind, "smtp"), mailboxes.reads_replies)))
    .orderBy(inboxes.due_at)
    .limit(most);
}

interface Claim extends InboxKey {
  worker: string;
  now: Date;
  until: string;
}

/** Claims an inbox. Undefined if another worker is reading it. */
export async function claimInbox(
  db: Db,
  { worker, now, until, ...key }: Claim,
): Promise<InboxRow | undefined> {
  const isFree = or(sql`${inboxes.claimed_until} is null`, lt(inboxes.claimed_until, now.toISOString()));
  const [row] = await db
    .update(inboxes)
    .set({ claimed_by: worker, claimed_until: until })
    .where(and(isIt(key), isFree))
    .returning();
  return row;
}

/** Records a worker's position. False if the inbox isn't its own anymore, or has changed. */
export async function updateClaimed(
  db: Db,
  { worker, ...key }: InboxKey & { worker: string },
  changes: Partial<InboxRow>,
): Promise<boolean> {
  const rows = await db
    .update(inboxes)
    .set(changes)
    .where(and(isIt(key), eq(inboxes.claimed_by, worker)))
    .returning({ id: inboxes.mailbox_id });
  return rows.length > 0;
}
