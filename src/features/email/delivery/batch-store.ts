import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { Attachment } from "#src/features/email/templates/rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { mailClicks, mailOpens, mailRollups } from "./figure-tables.ts";
import type { BatchState } from "./rules.ts";
import { batches, deliveries, deliveryClicks, deliveryReturns } from "./tables.ts";

export type BatchRow = typeof batches.$inferSelect;
export type BatchKey = Pick<BatchRow, "user_id" | "id">;

const isIt = ({ user_id, id }: BatchKey) => and(eq(batches.user_id, user_id), eq(batches.id, id));

export async function findBatch(db: Db, key: BatchKey): Promise<BatchRow | undefined> {
  const [row] = await db.select().from(batches).where(isIt(key));
  return row;
}

/** Locks the row until the transaction ends. */
export async function lockBatch(db: Db, key: BatchKey): Promise<void> {
  await db.select({ id: batches.id }).from(batches).where(isIt(key)).for("update");
}

export async function insertBatch(db: Db, row: typeof batches.$inferInsert): Promise<void> {
  await db.insert(batches).values(row);
}

/** Changes a batch's state. False if it has the new state already, or not the expected one. */
export async function updateBatchState(
  db: Db,
  key: BatchKey,
  { from, to, now }: { from?: BatchState; to: BatchState; now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  const goesOn = to === "sending" && { looked_at: at, connection_failures: 0 };
  const ended_at = to === "done" || to === "canceled" ? at : null;
  const rows = await db
    .update(batches)
    .set({ state: to, ended_at, ...goesOn })
    .where(and(isIt(key), ne(batches.state, to), from && eq(batches.state, from)))
    .returning({ id: batches.id });
  return rows.length > 0;
}

/** Sets how late an account's e-mail may go out on its own, including batches under way. */
export async function updateLateMinutes(db: Db, account: string, late_minutes: number): Promise<void> {
  await db
    .update(batches)
    .set({ late_minutes })
    .where(and(eq(batches.user_id, account), inArray(batches.state, ["sending", "paused"])));
}

/** Counts consecutive failed connections; an accepted message resets the count. Returns the count. */
export async function updateConnectionFailures(
  db: Db,
  { user_id, id }: BatchKey,
  { failures, isReset }: { failures: number; isReset: boolean },
): Promise<number> {
  const [row] = await rowsOf<{ connection_failures: number }>(
    db,
    sql`update batches set connection_failures = ${isReset ? sql`0` : sql`connection_failures`} + ${failures}::int
      where user_id = ${user_id} and id = ${id}::uuid and (${failures}::int > 0 or connection_failures > 0)
      returning connection_failures`,
  );
  return row?.connection_failures ?? 0;
}

/** An account's batches that go out through one sending account right now. */
export function listSendingThrough(
  db: Db,
  { account, mailbox_id }: { account: string; mailbox_id: string },
): Promise<BatchRow[]> {
  return db
    .select()
    .from(batches)
    .where(
      and(
        eq(batches.user_id, account),
        sql`${mailbox_id}::uuid = any(${batches.mailbox_ids})`,
        eq(batches.state, "sending"),
      ),
    );
}

/** The sending accounts that a batch goes out through, the main one first. */
export async function listBatchMailboxIds(db: Db, key: BatchKey): Promise<string[]> {
  const [row] = await db.select({ mailbox_ids: batches.mailbox_ids }).from(batches).where(isIt(key));
  return row?.mailbox_ids ?? [];
}

/** The sending accounts that batches go out through right now: an account's, or everyone's. */
export function listSendingMailboxes(
  db: Db,
  account?: string,
): Promise<{ account: string; mailbox_id: string }[]> {
  return rowsOf(
    db,
    sql`select distinct user_id as account, unnest(mailbox_ids) as mailbox_id from batches
      where state = 'sending' ${account === undefined ? sql`` : sql`and user_id = ${account}`}`,
  );
}

/** Lists the attachments of batches that aren't over, or ended since. */
export function listBatchFiles(
  db: Db,
  endedSince: string,
): Promise<{ user_id: string; attachments: Attachment[] }[]> {
  const attachments = sql<
    Attachment[]
  >`(${batches.snapshot} -> 'attachments') || coalesce((select jsonb_agg(one)
    from jsonb_array_elements(${batches.variants}) v, jsonb_array_elements(v -> 'attachments') one), '[]')`;
  return db
    .select({ user_id: batches.user_id, attachments })
    .from(batches)
    .where(
      and(
        or(inArray(batches.state, ["sending", "paused"]), gt(batches.ended_at, endedSince)),
        sql`jsonb_array_length(${attachments}) > 0`,
      ),
    );
}

/** Deletes a batch with its messages and figures. */
export async function deleteBatchRows(db: Db, key: BatchKey): Promise<void> {
  const { user_id, id } = key;
  for (const table of [deliveryClicks, deliveryReturns, deliveries, mailOpens, mailClicks, mailRollups])
    await db.delete(table).where(and(eq(table.user_id, user_id), eq(table.batch_id, id)));
  await db.delete(batches).where(isIt(key));
}

/** Exports keep their names: a batch is the campaign that it has its id from, and `via` the sending account's index. */
export const EXPORTED_BATCH = { campaign_id: sql<string>`batch_id` };
export const EXPORTED_SENDER = { via: sql<number>`sender_index` };
