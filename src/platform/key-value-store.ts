import { and, eq, gt, like, sql } from "drizzle-orm";
import type { Db } from "./db/database.ts";
import { instanceValues } from "./tables.ts";

/*
 * Values that an instance stores for itself, by name: its secret, the parts of the demo that are in place,
 * and the host that's being tried for pages.
 */

/** Stores a value unless one exists. Returns the stored one. */
export async function insertInstanceValue(db: Db, name: string, value: string): Promise<string> {
  await db.insert(instanceValues).values({ name, value, created_at: sql`now()` }).onConflictDoNothing();
  const [kept] = await db.select().from(instanceValues).where(eq(instanceValues.name, name));
  return kept?.value ?? value;
}

export async function upsertInstanceValue(
  db: Db,
  { name, value, now }: { name: string; value: string; now: Date },
): Promise<void> {
  const row = { name, value, created_at: now.toISOString() };
  await db.insert(instanceValues).values(row).onConflictDoUpdate({ target: instanceValues.name, set: row });
}

/** Returns a value if it was stored after a given moment. */
export async function findInstanceValue(
  db: Db,
  name: string,
  after = "-infinity",
): Promise<string | undefined> {
  const [row] = await db
    .select({ value: instanceValues.value })
    .from(instanceValues)
    .where(and(eq(instanceValues.name, name), gt(instanceValues.created_at, after)));
  return row?.value;
}

export async function listInstanceValueNames(db: Db, prefix: string): Promise<string[]> {
  const rows = await db
    .select({ name: instanceValues.name })
    .from(instanceValues)
    .where(like(instanceValues.name, `${prefix}%`));
  return rows.map(({ name }) => name);
}
