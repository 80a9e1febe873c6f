import { and, desc, eq, gt, ne, notInArray, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { templates, templateVersions } from "../tables.ts";

type VersionRow = typeof templateVersions.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

/** Returns the other person who is editing a template right now. */
export async function findEditor(
  db: Db,
  { account, id, but, now }: Owned & { but: string; now: string },
): Promise<{ name: string } | undefined> {
  const [row] = await db
    .select({ name: sql<string>`(select p.name from users p where p.id = ${templates.editor_id})` })
    .from(templates)
    .where(
      and(
        eq(templates.user_id, account),
        eq(templates.id, id),
        ne(templates.editor_id, but),
        gt(templates.editor_until, now),
      ),
    );
  return row;
}

/** Adds a version, and deletes all but the newest. */
export async function insertVersion(db: Db, row: VersionRow, most: number): Promise<void> {
  await db.insert(templateVersions).values(row);
  const of = and(
    eq(templateVersions.user_id, row.user_id),
    eq(templateVersions.template_id, row.template_id),
  );
  const newest = db
    .select({ id: templateVersions.id })
    .from(templateVersions)
    .where(of)
    .orderBy(desc(templateVersions.created_at), desc(templateVersions.id))
    .limit(most);
  await db.delete(templateVersions).where(and(of, notInArray(templateVersions.id, newest)));
}

export function listVersionRows(db: Db, { account, id }: Owned) {
  return db
    .select({
      id: templateVersions.id,
      subject: sql<string>`${templateVersions.content} ->> 'subject'`,
      made_by: sql<string | null>`(select p.name from users p where p.id = ${templateVersions.made_by})`,
      created_at: templateVersions.created_at,
    })
    .from(templateVersions)
    .where(and(eq(templateVersions.user_id, account), eq(templateVersions.template_id, id)))
    .orderBy(desc(templateVersions.created_at), desc(templateVersions.id));
}

export async function findVersion(
  db: Db,
  { account, id, version_id }: Owned & { version_id: string },
): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(templateVersions)
    .where(
      and(
        eq(templateVersions.user_id, account),
        eq(templateVersions.template_id, id),
        eq(templateVersions.id, version_id),
      ),
    );
  return row;
}
