import { and, asc, eq, type SQL } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";

/** Returns the addresses of some of the contacts that match, in a stable order. */
export async function listAddresses(
  db: Db,
  { account, matches, rows }: { account: string; matches: SQL; rows: number },
): Promise<string[]> {
  const found = await db
    .select({ email: contacts.email })
    .from(contacts)
    .where(and(eq(contacts.user_id, account), matches))
    .orderBy(asc(contacts.id))
    .limit(rows);
  return found.map(({ email }) => email);
}
