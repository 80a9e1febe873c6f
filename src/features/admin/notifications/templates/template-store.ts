import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { TEMPLATE_VERSIONS_LISTED_MAX, TEMPLATES_MAX } from "../rules.ts";
import { broadcastTemplates, broadcastTemplateVersions } from "../tables.ts";

const templates = broadcastTemplates;
const history = broadcastTemplateVersions;
export type TemplateVersionRow = typeof history.$inferSelect;

const by = sql<string | null>`(select u.name from users u where u.id = ${history.made_by})`;

/** Each as it was last saved, latest first. */
export function listTemplateRows(db: Db) {
  return db
    .select({ row: history, by })
    .from(templates)
    .innerJoin(history, and(eq(history.template_id, templates.id), eq(history.version, templates.version)))
    .orderBy(desc(history.created_at), desc(history.template_id))
    .limit(TEMPLATES_MAX);
}

export function listTemplateVersions(db: Db, id: string) {
  return db
    .select({ row: history, by })
    .from(history)
    .where(eq(history.template_id, id))
    .orderBy(desc(history.version))
    .limit(TEMPLATE_VERSIONS_LISTED_MAX);
}

export async function findTemplateVersion(db: Db, { id, version }: { id: string; version: number }) {
  const [found] = await db
    .select({ row: history, by })
    .from(history)
    .where(and(eq(history.template_id, id), eq(history.version, version)));
  return found;
}

/** Makes others who save it wait, and returns its latest version. */
export async function lockTemplate(db: Db, id: string): Promise<number | undefined> {
  const [row] = await db
    .select({ version: templates.version })
    .from(templates)
    .where(eq(templates.id, id))
    .for("update");
  return row?.version;
}

export async function countTemplates(db: Db): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(templates);
  return row?.rows ?? 0;
}

/** Makes it its template's latest. */
export async function upsertTemplate(db: Db, row: TemplateVersionRow): Promise<void> {
  const { template_id: id, version, created_at } = row;
  await db
    .insert(templates)
    .values({ id, version, created_at })
    .onConflictDoUpdate({ target: templates.id, set: { version } });
  await db.insert(history).values(row);
}

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.delete(templates).where(eq(templates.id, id));
}
