import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { takeLock } from "#src/platform/db/locks.ts";
import type { Attachment } from "./rules.ts";
import { mailFiles } from "./tables.ts";

const { id, name, type, bytes, content } = mailFiles;

interface Named {
  account: string;
  ids: readonly string[];
}

const named = ({ account, ids }: Named) => and(eq(mailFiles.user_id, account), inArray(id, [...ids]));

/** One upload of an account at a time, so that all of them count. */
export function lockFiles(db: Db, account: string): Promise<unknown> {
  return takeLock(db, "files", account);
}

export async function findSameFile(
  db: Db,
  same: { account: string; hash: string; name: string },
): Promise<Attachment | undefined> {
  const [row] = await db
    .select({ id, name, type, bytes })
    .from(mailFiles)
    .where(and(eq(mailFiles.user_id, same.account), eq(mailFiles.hash, same.hash), eq(name, same.name)));
  return row;
}

export async function insertFile(db: Db, row: typeof mailFiles.$inferInsert): Promise<void> {
  await db.insert(mailFiles).values(row);
}

export async function sumFileBytes(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${bytes}), 0)::float8` })
    .from(mailFiles)
    .where(eq(mailFiles.user_id, account));
  return row?.sum ?? 0;
}

export function listFileFacts(db: Db, of: Named): Promise<Attachment[]> {
  return db.select({ id, name, type, bytes }).from(mailFiles).where(named(of));
}

/** With their content. */
export function listFiles(db: Db, of: Named) {
  return db.select({ name, type, content }).from(mailFiles).where(named(of)).orderBy(asc(name), asc(id));
}

export async function touchFiles(db: Db, { now, ...of }: Named & { now: string }): Promise<void> {
  await db.update(mailFiles).set({ used_at: now }).where(named(of));
}

/** Those that no template names, nor any of its versions, and that nothing has used for long. */
export async function deleteUnusedFiles(
  db: Db,
  { account, before }: { account: string; before: string },
): Promise<void> {
  await rowsOf(
    db,
    sql`delete from mail_files f where f.user_id = ${account} and f.used_at < ${before}::timestamptz
      and not exists (select from templates t where t.user_id = f.user_id
        and t.attachments @> jsonb_build_array(jsonb_build_object('id', f.id)))
      and not exists (select from template_versions v where v.user_id = f.user_id
        and v.content -> 'attachments' @> jsonb_build_array(jsonb_build_object('id', f.id)))
      returning 1`,
  );
}

export async function listFileIds(db: Db, account: string): Promise<string[]> {
  const rows = await db.select({ id }).from(mailFiles).where(eq(mailFiles.user_id, account)).orderBy(id);
  return rows.map((row) => row.id);
}
