import { eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { settings } from "./tables.ts";

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return row?.value;
}

export async function saveSetting(db: Db, row: typeof settings.$inferInsert): Promise<void> {
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}
