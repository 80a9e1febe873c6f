import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { TEMPLATE_VERSIONS_LISTED_MAX, TEMPLATES_MAX } from "../rules.ts";
import { broadcastTemplates, broadcastTemplateVersions } from "../tables.ts";

export type TemplateVersionRow = typeof broadcastTemplateVersions.$inferSelect;

const by = sql<string | null>`(select u.name from users u where u.id = ${broadcastTemplateVersions.made_by})`;

/** Each as it was last saved, latest first. */
export function listTemplateRows(db: Db) {
  return db
    .select({ row: broadcastTemplateVersions, by })
    .from(broadcastTemplates)
    .innerJoin(
      broadcastTemplateVersions,
      and(
        eq(broadcastTemplateVersions.template_id, broadcastTemplates.id),
        eq(broadcastTemplateVersions.version, broadcastTemplates.version),
      ),
    )
    .orderBy(desc(broadcastTemplateVersions.created_at), desc(broadcastTemplateVersions.template_id))
    .limit(TEMPLATES_MAX);
}

export function listTemplateVersions(db: Db, id: string) {
  return db
    .select({ row: broadcastTemplateVersions, by })
    .from(broadcastTemplateVersions)
    .where(eq(broadcastTemplateVersions.template_id, id))
    .orderBy(desc(broadcastTemplateVersions.version))
    .limit(TEMPLATE_VERSIONS_LISTED_MAX);
}

export async function findTemplateVersion(db: Db, { id, version }: { id: string; version: number }) {
  const [found] = await db
    .select({ row: broadcastTemplateVersions, by })
    .from(broadcastTemplateVersions)
    .where(
      and(eq(broadcastTemplateVersions.template_id, id), eq(broadcastTemplateVersions.version, version)),
    );
  return found;
}

/** Makes others who save it wait, and returns its latest version. */
export async function lockTemplate(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ version: broadcastTemplates.version })
    .from(broadcastTemplates)
    .where(eq(broadcastTemplates.id, id))
    .for("update");
  return row?.version;
}

export async function countTemplates(db: Db): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(broadcastTemplates);
  return row?.rows ?? 0;
}

/** Makes it its template's latest. */
export async function upsertTemplate(db: Db, row: TemplateVersionRow): Promise<void> {
  const { template_id: id, version, created_at } = row;
  await db
    .insert(broadcastTemplates)
    .values({ id, version, created_at })
    .onConflictDoUpdate({ target: broadcastTemplates.id, set: { version } });
  await db.insert(broadcastTemplateVersions).values(row);
}

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.delete(broadcastTemplates).where(eq(broadcastTemplates.id, id));
}
