import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { mailHooks, mailHookTokens } from "./tables.ts";

export type ProviderWebhookRow = typeof mailHooks.$inferSelect;
export interface ProviderWebhookKey {
  account: string;
  mailbox_id: string;
}

const isIt = ({ account, mailbox_id }: ProviderWebhookKey) =>
  and(eq(mailHooks.user_id, account), eq(mailHooks.mailbox_id, mailbox_id));

export async function findProviderWebhook(
  db: Db,
  key: ProviderWebhookKey,
): Promise<ProviderWebhookRow | undefined> {
  const [row] = await db.select().from(mailHooks).where(isIt(key));
  return row;
}

/** Finds the webhook whose URL ends in a token with this digest. */
export async function findProviderWebhookByToken(
  db: Db,
  token_digest: string,
): Promise<ProviderWebhookRow | undefined> {
  const [row] = await db.select().from(mailHooks).where(eq(mailHooks.token_digest, token_digest));
  return row;
}

export async function upsertProviderWebhook(db: Db, row: typeof mailHooks.$inferInsert): Promise<void> {
  const { user_id: _, mailbox_id: __, created_at: ___, ...changes } = row;
  await db
    .insert(mailHooks)
    .values(row)
    .onConflictDoUpdate({ target: [mailHooks.user_id, mailHooks.mailbox_id], set: changes });
}

/** False if there's none. */
export async function deleteProviderWebhook(db: Db, key: ProviderWebhookKey): Promise<boolean> {
  const rows = await db.delete(mailHooks).where(isIt(key)).returning({ id: mailHooks.mailbox_id });
  return rows.length > 0;
}

interface Noted {
  at: string;
  /** A record since then is recent enough. */
  unlessSince: string;
}

export async function updateLastAccepted(
  db: Db,
  key: ProviderWebhookKey,
  { at, unlessSince }: Noted,
): Promise<void> {
  // In parentheses, because `and` adds none.
  const isNews = sql`(${mailHooks.taken_at} is null or ${mailHooks.taken_at} < ${unlessSince}::timestamptz)`;
  await db
    .update(mailHooks)
    .set({ taken_at: at })
    .where(and(isIt(key), isNews));
}

export async function updateLastRejected(
  db: Db,
  key: ProviderWebhookKey,
  { at, unlessSince, refusal }: Noted & Pick<ProviderWebhookRow, "refusal">,
): Promise<void> {
  const isNews = sql`(${mailHooks.refused_at} is null or ${mailHooks.refused_at} < ${unlessSince}::timestamptz)`;
  await db
    .update(mailHooks)
    .set({ refused_at: at, refusal })
    .where(and(isIt(key), isNews));
}

/** False if the token was used before. */
export async function insertSpentToken(db: Db, row: typeof mailHookTokens.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(mailHookTokens)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: mailHookTokens.id });
  return rows.length > 0;
}

export async function purgeSpentTokens(db: Db, before: string): Promise<void> {
  await db.delete(mailHookTokens).where(lt(mailHookTokens.at, before));
}
