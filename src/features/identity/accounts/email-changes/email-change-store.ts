import { eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { emailChange, user } from "../tables.ts";

export type EmailChangeRow = typeof emailChange.$inferSelect;

export async function findEmailChange(db: Db, userId: string): Promise<EmailChangeRow | undefined> {
  const [row] = await db.select().from(emailChange).where(eq(emailChange.userId, userId));
  return row;
}

export async function upsertEmailChange(db: Db, row: EmailChangeRow): Promise<void> {
  const { userId, ...rest } = row;
  await db.insert(emailChange).values(row).onConflictDoUpdate({ target: emailChange.userId, set: rest });
}

/** Records a confirmation, and returns the updated change. Two at once wait for each other. */
export async function updateEmailChange(
  db: Db,
  {
    userId,
    ...confirmed
  }: { userId: string } & Partial<Pick<EmailChangeRow, "oldConfirmedAt" | "newConfirmedAt">>,
): Promise<EmailChangeRow | undefined> {
  const [row] = await db.update(emailChange).set(confirmed).where(eq(emailChange.userId, userId)).returning();
  return row;
}

/** False if none was pending. */
export async function deleteEmailChange(db: Db, userId: string): Promise<boolean> {
  const gone = await db
    .delete(emailChange)
    .where(eq(emailChange.userId, userId))
    .returning({ id: emailChange.id });
  return gone.length > 0;
}

/** Sets an address that someone has proven to own. Fails if another account has it. */
export async function updateEmail(
  db: Db,
  { userId, email, updatedAt }: { userId: string; email: string; updatedAt: Date },
): Promise<void> {
  await db.update(user).set({ email, emailVerified: true, updatedAt }).where(eq(user.id, userId));
}
