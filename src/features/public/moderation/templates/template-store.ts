import { asc, eq } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { replyTemplates } from "../tables.ts";

export type TemplateRow = typeof replyTemplates.$inferSelect;

export function listTemplateRows(db: Db): Promise<{ row: TemplateRow; by: string | null }[]> {
  return db
    .select({ row: replyTemplates, by: user.name })
    .from(replyTemplates)
    .leftJoin(user, eq(user.id, replyTemplates.updated_by))
    .orderBy(asc(replyTemplates.name), asc(replyTemplates.id));
}

/** Makes others who change templates wait. */
export async function lockTemplates(db: Db): Promise<void> {
  await takeAdvisoryLock(db, "reply-templates");
}

export async function findTemplate(db: Db, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(replyTemplates).where(eq(replyTemplates.id, id));
  return row;
}

export function countTemplates(db: Db): Promise<number> {
  return db.$count(replyTemplates);
}

export async function upsertTemplate(db: Db, row: TemplateRow): Promise<void> {
  await db.insert(replyTemplates).values(row).onConflictDoUpdate({ target: replyTemplates.id, set: row });
}

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.delete(replyTemplates).where(eq(replyTemplates.id, id));
}

/** Of somebody's dashboard, and so of our e-mail to them. */
export async function findLanguageOf(db: Db, account: string): Promise<string | null> {
  const [row] = await db.select({ language: user.language }).from(user).where(eq(user.id, account));
  return row?.language ?? null;
}
