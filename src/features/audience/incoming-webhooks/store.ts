import { and, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { CallRefusal } from "./rules.ts";
import { incomingWebhookCalls, incomingWebhookKeys, incomingWebhooks } from "./tables.ts";

export type IncomingRow = typeof incomingWebhooks.$inferSelect;
export type CallRow = typeof incomingWebhookCalls.$inferSelect;
export interface IncomingKey {
  account: string;
  id: string;
}

const isIt = ({ account, id }: IncomingKey) =>
  and(eq(incomingWebhooks.user_id, account), eq(incomingWebhooks.id, id));

export function listIncomingRows(db: Db, account: string): Promise<IncomingRow[]> {
  return db
    .select()
    .from(incomingWebhooks)
    .where(eq(incomingWebhooks.user_id, account))
    .orderBy(desc(incomingWebhooks.created_at), desc(incomingWebhooks.id));
}

export async function countIncoming(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ rows: count() })
    .from(incomingWebhooks)
    .where(eq(incomingWebhooks.user_id, account));
  return row?.rows ?? 0;
}

export async function findIncoming(db: Db, key: IncomingKey): Promise<IncomingRow | undefined> {
  const [row] = await db.select().from(incomingWebhooks).where(isIt(key));
  return row;
}

/** Those of accounts that are suspended, or about to be deleted, aren't there. */
export async function findIncomingByToken(db: Db, token_hash: string): Promise<IncomingRow | undefined> {
  const isOpen = sql`not exists (select from users u where u.id = ${incomingWebhooks.user_id} and ${sql.raw(IS_CLOSED)})`;
  const [row] = await db
    .select()
    .from(incomingWebhooks)
    .where(and(eq(incomingWebhooks.token_hash, token_hash), isOpen));
  return row;
}

export async function insertIncoming(db: Db, row: typeof incomingWebhooks.$inferInsert): Promise<void> {
  await db.insert(incomingWebhooks).values(row);
}

export async function updateIncomingRow(
  db: Db,
  key: IncomingKey,
  changes: Partial<Omit<IncomingRow, "user_id" | "id">>,
): Promise<void> {
  await db.update(incomingWebhooks).set(changes).where(isIt(key));
}

export async function deleteIncomingRow(db: Db, key: IncomingKey): Promise<void> {
  await db.delete(incomingWebhooks).where(isIt(key));
}

interface Noted {
  at: string;
  /** A record since then is recent enough. */
  unlessSince: string;
}

export async function updateLastReceived(
  db: Db,
  key: IncomingKey,
  { at, unlessSince }: Noted,
): Promise<void> {
  const isNews = sql`(${incomingWebhooks.last_received_at} is null or ${incomingWebhooks.last_received_at} < ${unlessSince}::timestamptz)`;
  await db
    .update(incomingWebhooks)
    .set({ last_received_at: at })
    .where(and(isIt(key), isNews));
}

export async function updateLastRefused(
  db: Db,
  key: IncomingKey,
  { at, unlessSince, refusal }: Noted & { refusal: CallRefusal },
): Promise<void> {
  const isNews = sql`(${incomingWebhooks.refused_at} is null or ${incomingWebhooks.refused_at} < ${unlessSince}::timestamptz)`;
  await db
    .update(incomingWebhooks)
    .set({ refused_at: at, refusal })
    .where(and(isIt(key), isNews));
}

/** Says which run causes what this transaction changes about a contact (`automation_cause` in `migrations/`). */
export async function upsertCause(db: Db, runId: string, contactId: string | null): Promise<void> {
  const acting = JSON.stringify({ [contactId ?? ""]: runId });
  await db.execute(sql`select set_config('fanfare.automation_runs', ${acting}, true)`);
}

/** False if it came in before. */
export async function insertKey(db: Db, row: typeof incomingWebhookKeys.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(incomingWebhookKeys)
    .values(row)
    .onConflictDoNothing()
    .returning({ key_hash: incomingWebhookKeys.key_hash });
  return rows.length > 0;
}

export async function insertCall(db: Db, row: CallRow): Promise<void> {
  await db.insert(incomingWebhookCalls).values(row);
}

/** Keeps the newest of a webhook. Others that do the same at the moment don't wait for each other. */
export async function deleteOlderCalls(db: Db, { account, id }: IncomingKey, kept: number): Promise<void> {
  await db.execute(sql`delete from incoming_webhook_calls c using (
      select o.id from incoming_webhook_calls o where o.user_id = ${account} and o.webhook_id = ${id}
        and o.id not in (select n.id from incoming_webhook_calls n where n.user_id = ${account} and n.webhook_id = ${id}
          order by n.received_at desc, n.id desc limit ${kept})
      for update skip locked) old
    where c.user_id = ${account} and c.webhook_id = ${id} and c.id = old.id`);
}

export function listCallRows(db: Db, { account, id }: IncomingKey, rows: number): Promise<CallRow[]> {
  return db
    .select()
    .from(incomingWebhookCalls)
    .where(and(eq(incomingWebhookCalls.user_id, account), eq(incomingWebhookCalls.webhook_id, id)))
    .orderBy(desc(incomingWebhookCalls.received_at), desc(incomingWebhookCalls.id))
    .limit(rows);
}

export async function purgeCallRows(db: Db, before: string): Promise<void> {
  await db.delete(incomingWebhookCalls).where(lt(incomingWebhookCalls.received_at, before));
  await db.delete(incomingWebhookKeys).where(lt(incomingWebhookKeys.at, before));
}

export async function deleteCallsOf(db: Db, account: string, ids: readonly string[]): Promise<void> {
  await db
    .delete(incomingWebhookCalls)
    .where(
      and(eq(incomingWebhookCalls.user_id, account), inArray(incomingWebhookCalls.contact_id, [...ids])),
    );
}

export async function updateCallsMerged(
  db: Db,
  { account, gone, kept }: { account: string; gone: string; kept: string },
): Promise<void> {
  await db
    .update(incomingWebhookCalls)
    .set({ contact_id: kept })
    .where(and(eq(incomingWebhookCalls.user_id, account), eq(incomingWebhookCalls.contact_id, gone)));
}

/** What came in about a person, for the export of their data. */
export const callsOfPerson: PersonSource = {
  name: "incoming_webhook_calls",
  rows: ({ account, ids }) => sql`select c.received_at, w.name as webhook, c.body
    from incoming_webhook_calls c join incoming_webhooks w on w.user_id = c.user_id and w.id = c.webhook_id
    where c.user_id = ${account} and c.contact_id = any(${ids}::uuid[]) order by c.received_at, c.id`,
};
