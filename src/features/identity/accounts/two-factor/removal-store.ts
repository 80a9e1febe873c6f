import { and, eq, lte } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { factorRemoval, user } from "../tables.ts";

export type RemovalRow = typeof factorRemoval.$inferSelect;

/** False if one is waiting already. */
export async function insertRemoval(db: Db, row: RemovalRow): Promise<boolean> {
  const rows = await db
    .insert(factorRemoval)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: factorRemoval.userId });
  return rows.length > 0;
}

export async function findRemoval(db: Db, userId: string): Promise<RemovalRow | undefined> {
  const [row] = await db.select().from(factorRemoval).where(eq(factorRemoval.userId, userId));
  return row;
}

/** Returns what's known of one for the e-mail about it. Undefined once it was stopped. */
export async function findRemovalForMail(db: Db, id: string) {
  const { email, language, region, timeZone: time_zone } = user;
  const { reason, dueAt } = factorRemoval;
  const [row] = await db
    .select({ email, language, region, time_zone, reason, dueAt })
    .from(factorRemoval)
    .innerJoin(user, eq(user.id, factorRemoval.userId))
    .where(eq(factorRemoval.id, id));
  return row;
}

/** Deletes a person's, or with `dueBy` just this one if its time has come. False if there's none. */
export async function deleteRemoval(
  db: Db,
  { userId, id, dueBy }: { userId?: string; id?: string; dueBy?: Date },
): Promise<RemovalRow | undefined> {
  const [row] = await db
    .delete(factorRemoval)
    .where(
      and(
        userId === undefined ? undefined : eq(factorRemoval.userId, userId),
        id === undefined ? undefined : eq(factorRemoval.id, id),
        dueBy && lte(factorRemoval.dueAt, dueBy),
      ),
    )
    .returning();
  return row;
}
