import { and, count, eq, gt, inArray, lt } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { instanceMessages } from "./tables.ts";

const { account, key, created_at } = instanceMessages;

export async function listReceivers(db: Db, accounts: readonly string[], message: string): Promise<string[]> {
  const rows = await db
    .select({ account })
    .from(instanceMessages)
    .where(and(inArray(account, [...accounts]), eq(key, message)));
  return rows.map(({ account }) => account);
}

/** Counts what each of the accounts got since a time, without those that got nothing. */
export async function countMessages(
  db: Db,
  accounts: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ account, messages: count() })
    .from(instanceMessages)
    .where(and(inArray(account, [...accounts]), gt(created_at, since)))
    .groupBy(account);
  return new Map(rows.map(({ account, messages }) => [account, messages]));
}

export async function insertMessages(db: Db, rows: (typeof instanceMessages.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(instanceMessages).values(rows).onConflictDoNothing();
}

export async function deleteMessagesBefore(db: Db, before: string): Promise<void> {
  await db.delete(instanceMessages).where(lt(created_at, before));
}
