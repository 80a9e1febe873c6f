import { and, count, desc, eq, sql } from "drizzle-orm";
import type { FieldDefinition } from "#src/features/audience/contacts/rules.ts";
import { contactSettings } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Block } from "./blocks/blocks-contract.ts";
import type { Snippet } from "./library/library-contract.ts";
import { mailPictures, mailSenders, snippets, templates, templateVersions } from "./tables.ts";

export type TemplateRow = typeof templates.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(templates.user_id, account), eq(templates.id, id));

export function listTemplateRows(db: Db, account: string) {
  const { id, name, folder, subject, mode, theme, attachments, created_at, updated_at } = templates;
  const listed = { id, name, folder, subject, mode, theme, attachments, created_at, updated_at };
  // Spacers and the like aren't in thumbnails, so a few more are read than they show.
  const blocks = sql<Block[]>`jsonb_path_query_array(${templates.blocks}, '$[0 to 11]')`;
  return db
    .select({ ...listed, blocks })
    .from(templates)
    .where(eq(templates.user_id, account))
    .orderBy(desc(templates.updated_at), templates.id);
}

export async function findTemplate(db: Db, key: Owned): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(templates).where(owned(key));
  return row;
}

/** Locked until the transaction ends. */
export async function lockTemplateRow(db: Db, key: Owned): Promise<TemplateRow | undefined> {
  const [row] = await db.select().from(templates).where(owned(key)).for("no key update");
  return row;
}

export async function countTemplates(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(templates).where(eq(templates.user_id, account));
  return row?.count ?? 0;
}

/** Undefined if the id is taken. */
export async function insertTemplate(
  db: Db,
  row: typeof templates.$inferInsert,
): Promise<TemplateRow | undefined> {
  const [made] = await db.insert(templates).values(row).onConflictDoNothing().returning();
  return made;
}

export async function updateTemplateRow(
  db: Db,
  { account, id, ...changes }: Owned & Partial<TemplateRow>,
): Promise<TemplateRow | undefined> {
  const [row] = await db.update(templates).set(changes).where(owned({ account, id })).returning();
  return row;
}

export async function deleteTemplateRow(db: Db, { account, id }: Owned): Promise<void> {
  await db
    .delete(templateVersions)
    .where(and(eq(templateVersions.user_id, account), eq(templateVersions.template_id, id)));
  await db.delete(templates).where(owned({ account, id }));
}

export function listSnippetRows(db: Db, account: string): Promise<Snippet[]> {
  const { id, name, blocks } = snippets;
  return db
    .select({ id, name, blocks })
    .from(snippets)
    .where(eq(snippets.user_id, account))
    .orderBy(sql`lower(${name})`, id);
}

/** False if the id is taken. */
export async function insertSnippet(db: Db, row: typeof snippets.$inferInsert): Promise<boolean> {
  const made = await db.insert(snippets).values(row).onConflictDoNothing().returning({ id: snippets.id });
  return made.length === 1;
}

export async function deleteSnippetRow(db: Db, { account, id }: Owned): Promise<boolean> {
  const gone = await db
    .delete(snippets)
    .where(and(eq(snippets.user_id, account), eq(snippets.id, id)))
    .returning({ id: snippets.id });
  return gone.length > 0;
}

export async function listFieldRows(db: Db, account: string): Promise<FieldDefinition[]> {
  const [row] = await db
    .select({ fields: contactSettings.fields })
    .from(contactSettings)
    .where(eq(contactSettings.user_id, account));
  return row?.fields ?? [];
}

export async function findSender(db: Db, account: string) {
  const { name, postal_address } = mailSenders;
  const [row] = await db
    .select({ name, postal_address })
    .from(mailSenders)
    .where(eq(mailSenders.user_id, account));
  return row;
}

export async function upsertSender(db: Db, row: typeof mailSenders.$inferInsert): Promise<void> {
  const { name, postal_address } = row;
  await db
    .insert(mailSenders)
    .values(row)
    .onConflictDoUpdate({ target: mailSenders.user_id, set: { name, postal_address } });
}

export async function insertPicture(db: Db, row: typeof mailPictures.$inferInsert): Promise<void> {
  await db.insert(mailPictures).values(row).onConflictDoNothing();
}
