import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { passkey } from "../tables.ts";

export type PasskeyRow = typeof passkey.$inferSelect;

/** Oldest first. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
}

/** By the id from its authenticator. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkey).where(eq(passkey.credentialID, credentialId));
  return row;
}

/** False if it already exists. */
export async function insertPasskey(db: Db, row: PasskeyRow): Promise<boolean> {
  const rows = await db.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id });
  return rows.length > 0;
}

export async function updatePasskeyName(
  db: Db,
  { id, userId, name }: Pick<PasskeyRow, "id" | "userId" | "name">,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning();
  return row;
}

export async function updatePasskeyUse(
  db: Db,
  { id, counter, backedUp, at }: Pick<PasskeyRow, "id" | "counter" | "backedUp"> & { at: Date },
): Promise<void> {
  await db.update(passkey).set({ counter, backedUp, lastUsedAt: at }).where(eq(passkey.id, id));
}

/** False if the account has no such passkey. */
export async function deletePasskey(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const rows = await db
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId)))
    .returning({ id: passkey.id });
  return rows.length > 0;
}
