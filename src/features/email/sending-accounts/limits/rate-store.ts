import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type Counts, NO_COUNTS } from "../rules.ts";
import type { MailboxKey } from "../store.ts";
import { instanceRates, mailboxReceivers } from "../tables.ts";

type ReceiverRow = typeof mailboxReceivers.$inferSelect;

const isOf = ({ account, id }: MailboxKey, receiver: string) =>
  and(
    eq(mailboxReceivers.user_id, account),
    eq(mailboxReceivers.mailbox_id, id),
    eq(mailboxReceivers.receiver, receiver),
  );

/**
 * Locked until the transaction ends, so that nodes reserve one after the other. Undefined if the sending
 * account is gone.
 */
export async function lockReceiver(
  db: Db,
  key: MailboxKey,
  receiver: string,
): Promise<ReceiverRow | undefined> {
  await db.execute(sql`insert into ${mailboxReceivers} (user_id, mailbox_id, receiver, counts)
    select user_id, id, ${receiver}, ${JSON.stringify(NO_COUNTS)}::jsonb from mailboxes
    where user_id = ${key.account} and id = ${key.id}::uuid on conflict do nothing`);
  const [row] = await db.select().from(mailboxReceivers).where(isOf(key, receiver)).for("update");
  return row;
}

export async function updateReceiver(
  db: Db,
  { user_id, mailbox_id, receiver, counts, last_turn }: ReceiverRow,
): Promise<void> {
  await db
    .update(mailboxReceivers)
    .set({ counts: sql`${JSON.stringify(counts)}::jsonb`, last_turn })
    .where(isOf({ account: user_id, id: mailbox_id }, receiver));
}

/** Returns what the whole instance has sent lately, locked until the transaction ends. */
export async function lockInstanceRate(db: Db): Promise<Counts> {
  await db.insert(instanceRates).values({ name: ALL, counts: NO_COUNTS }).onConflictDoNothing();
  const [row] = await db.select().from(instanceRates).where(eq(instanceRates.name, ALL)).for("update");
  return row?.counts ?? NO_COUNTS;
}
const ALL = "all";

export async function updateInstanceRate(db: Db, counts: Counts): Promise<void> {
  await db
    .update(instanceRates)
    .set({ counts: sql`${JSON.stringify(counts)}::jsonb` })
    .where(eq(instanceRates.name, ALL));
}
