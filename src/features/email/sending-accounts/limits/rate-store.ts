import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type Counts, NO_COUNTS, type PauseReason } from "../rules.ts";
import type { MailboxKey } from "../store.ts";
import { instanceRates, mailboxes, mailboxReceivers } from "../tables.ts";

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

export async function updatePause(
  db: Db,
  { user_id, mailbox_id, receiver, paused_at, pause_reason, resumed_at }: ReceiverRow,
): Promise<void> {
  await db
    .update(mailboxReceivers)
    .set({ paused_at, pause_reason, resumed_at })
    .where(isOf({ account: user_id, id: mailbox_id }, receiver));
}

/** Returns the receivers that get nothing from a sending account for now. */
export function listPauses(db: Db, { account, id }: MailboxKey): Promise<{ receiver: string }[]> {
  const { user_id, mailbox_id, receiver, paused_at } = mailboxReceivers;
  return db
    .select({ receiver })
    .from(mailboxReceivers)
    .where(and(eq(user_id, account), eq(mailbox_id, id), isNotNull(paused_at)));
}

export interface PausedReceiver {
  mailbox_id: string;
  address: string;
  receiver: string;
  /** Null once it was resumed. */
  paused_at: string | null;
  pause_reason: PauseReason | null;
  resumed_at: string | null;
}

/** Returns all of an account's receivers that are paused or have been, the latest first. */
export function listPausesOf(db: Db, account: string): Promise<PausedReceiver[]> {
  const { user_id, mailbox_id, receiver, paused_at, pause_reason, resumed_at } = mailboxReceivers;
  return db
    .select({ mailbox_id, address: mailboxes.from_address, receiver, paused_at, pause_reason, resumed_at })
    .from(mailboxReceivers)
    .innerJoin(mailboxes, and(eq(mailboxes.user_id, user_id), eq(mailboxes.id, mailbox_id)))
    .where(and(eq(user_id, account), or(isNotNull(paused_at), isNotNull(resumed_at))))
    .orderBy(sql`${paused_at} desc nulls last`, mailbox_id, receiver);
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
