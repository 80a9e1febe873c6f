import { and, count, eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { account, passkey } from "../tables.ts";

/** Lists an account's sign-in methods other than e-mail. `credential` stands for a password. */
export async function listSignInMethods(
  db: Db,
  userId: string,
): Promise<{ providers: string[]; passkeys: number }> {
  const providers = await db
    .select({ provider: account.providerId })
    .from(account)
    .where(eq(account.userId, userId));
  const [passkeys] = await db.select({ rows: count() }).from(passkey).where(eq(passkey.userId, userId));
  return { providers: providers.map(({ provider }) => provider), passkeys: passkeys?.rows ?? 0 };
}

/** False if the account isn't connected to this provider. */
export async function deleteProvider(db: Db, userId: string, provider: string): Promise<boolean> {
  const rows = await db
    .delete(account)
    .where(and(eq(account.userId, userId), eq(account.providerId, provider)))
    .returning({ id: account.id });
  return rows.length > 0;
}

/** `known` if it's already this account's, `taken` if it's another's. */
export async function insertProvider(
  db: Db,
  row: Pick<typeof account.$inferInsert, "id" | "userId" | "providerId" | "accountId">,
): Promise<"new" | "known" | "taken"> {
  const made = await db.insert(account).values(row).onConflictDoNothing().returning({ id: account.id });
  if (made.length > 0) return "new";
  const [known] = await db
    .select({ userId: account.userId })
    .from(account)
    .where(and(eq(account.providerId, row.providerId), eq(account.accountId, row.accountId)));
  return known?.userId === row.userId ? "known" : "taken";
}
