import { count, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { galleryThemes } from "../tables.ts";

type OfferedRow = typeof galleryThemes.$inferSelect;

export function listOfferedThemeRows(db: Db): Promise<OfferedRow[]> {
  return db.select().from(galleryThemes).orderBy(sql`lower(${galleryThemes.name})`, galleryThemes.id);
}

export async function findOfferedTheme(db: Db, id: string): Promise<OfferedRow | undefined> {
  const [row] = await db.select().from(galleryThemes).where(eq(galleryThemes.id, id));
  return row;
}

export async function countOfferedThemes(db: Db): Promise<number> {
  const [row] = await db.select({ offered: count() }).from(galleryThemes);
  return row?.offered ?? 0;
}

export async function insertOfferedTheme(db: Db, row: typeof galleryThemes.$inferInsert): Promise<void> {
  await db.insert(galleryThemes).values(row);
}

export async function deleteOfferedTheme(db: Db, id: string): Promise<OfferedRow | undefined> {
  const [row] = await db.delete(galleryThemes).where(eq(galleryThemes.id, id)).returning();
  return row;
}
