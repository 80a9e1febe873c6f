import { and, count, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { themes } from "../tables.ts";

export type ThemeRow = typeof themes.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(themes.user_id, account), eq(themes.id, id));

export function listThemeRows(db: Db, account: string): Promise<ThemeRow[]> {
  return db
    .select()
    .from(themes)
    .where(eq(themes.user_id, account))
    .orderBy(sql`lower(${themes.name})`, themes.id);
}

export async function findThemeRow(db: Db, key: Owned): Promise<ThemeRow | undefined> {
  const [row] = await db.select().from(themes).where(owned(key));
  return row;
}

export async function countThemes(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ kept: count() }).from(themes).where(eq(themes.user_id, account));
  return row?.kept ?? 0;
}

export async function insertTheme(db: Db, row: typeof themes.$inferInsert): Promise<void> {
  await db.insert(themes).values(row);
}

export async function deleteThemeRow(db: Db, key: Owned): Promise<ThemeRow | undefined> {
  const [row] = await db.delete(themes).where(owned(key)).returning();
  return row;
}
