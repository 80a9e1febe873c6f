import { eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { settings } from "#src/platform/tables.ts";

export async function upsertSetting(db: Db, row: typeof settings.$inferInsert): Promise<void> {
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.delete(settings).where(eq(settings.name, name));
}
