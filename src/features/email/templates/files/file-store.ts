import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Attachment } from "../rules.ts";
import { mailFiles } from "../tables.ts";

const { id, name, type, bytes, content } = mailFiles;

interface Named {
  account: string;
  ids: readonly string[];
}

const named = ({ account, ids }: Named) => and(eq(mailFiles.user_id, account), inArray(id, [...ids]));

/** One upload per account at a time, so that all of them count. */
export function lockFiles(db: Db, account: string): Promise<unknown> {
  return takeAdvisoryLock(db, "files", account);
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

export async function countFiles(db: Db, account: string): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({ files: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${bytes}), 0)::float8` })
    .from(mailFiles)
    .where(eq(mailFiles.user_id, account));
  return row ?? { files: 0, bytes: 0 };
}

export function listFileFacts(db: Db, of: Named): Promise<Attachment[]> {
  return db.select({ id, name, type, bytes }).from(mailFiles).where(named(of));
}

export function listFiles(db: Db, of: Named) {
  return db.select({ name, type, content }).from(mailFiles).where(named(of)).orderBy(asc(name), asc(id));
}

export async function updateFilesUsedAt(db: Db, { now, ...of }: Named & { now: string }): Promise<void> {
  await db.update(mailFiles).set({ used_at: now }).where(named(of));
}

/**
 * Deletes files without a reference in a template or a version, and without recent use. References are read
 * once, and only of accounts with such files, because versions are large.
 */
export async function deleteFilesUnusedSince(db: Db, before: string): Promise<void> {
  await db.execute(
    sql`with old as materialized (select distinct user_id from mail_files where used_at < ${before}::timestamptz),
      named as materialized (
        select t.user_id, a ->> 'id' as id
          from templates t join old using (user_id) cross join jsonb_array_elements(t.attachments) a
        union select v.user_id, a ->> 'id'
          from template_versions v join old using (user_id)
          cross join jsonb_array_elements(v.content -> 'attachments') a
      )
      delete from mail_files f where f.used_at < ${before}::timestamptz
        and not exists (select from named n where n.user_id = f.user_id and n.id = f.id::text)`,
  );
}

export async function listFileIds(db: Db, account: string): Promise<string[]> {
  const rows = await db.select({ id }).from(mailFiles).where(eq(mailFiles.user_id, account)).orderBy(id);
  return rows.map((row) => row.id);
}
