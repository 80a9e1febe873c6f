import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { utmTemplates } from "../tables.ts";

export type TemplateRow = typeof utmTemplates.$inferSelect;

export function listTemplates(db: Db, account: string): Promise<TemplateRow[]> {
  return db
    .select()
    .from(utmTemplates)
    .where(eq(utmTemplates.user_id, account))
    .orderBy(asc(utmTemplates.name), asc(utmTemplates.id));
}

/** Finds any account's. */
export async function findTemplate(db: Db, id: string): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(utmTemplates).where(eq(utmTemplates.id, id));
  return row;
}

/** Undefined if the id is somebody else's. */
export async function upsertTemplate(db: Db, row: TemplateRow): Promise<TemplateRow | undefined> {
  const [saved] = await db
    .insert(utmTemplates)
    .values(row)
    .onConflictDoUpdate({
      target: utmTemplates.id,
      set: row,
      setWhere: eq(utmTemplates.user_id, row.user_id),
    })
    .returning();
  return saved;
}

export async function deleteTemplate(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<boolean> {
  const gone = await db
    .delete(utmTemplates)
    .where(and(eq(utmTemplates.user_id, account), eq(utmTemplates.id, id)))
    .returning({ id: utmTemplates.id });
  return gone.length > 0;
}
