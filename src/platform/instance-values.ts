import { eq, like, sql } from "drizzle-orm";
import type { Db } from "./db/database.ts";
import { instanceValues } from "./tables.ts";

/* Values that an instance keeps for itself, by name: its secret, and which parts of the demo are in place. */

/** Stores a value unless one exists. Returns the stored one. */
export async function keepInstanceValue(db: Db, name: string, value: string): Promise<string> {
  await db.insert(instanceValues).values({ name, value, created_at: sql`now()` }).onConflictDoNothing();
  const [kept] = await db.select().from(instanceValues).where(eq(instanceValues.name, name));
  return kept?.value ?? value;
}

export async function listInstanceValueNames(db: Db, prefix: string): Promise<string[]> {
  const rows = await db
    .select({ name: instanceValues.name })
    .from(instanceValues)
    .where(like(instanceValues.name, `${prefix}%`));
  return rows.map(({ name }) => name);
}
