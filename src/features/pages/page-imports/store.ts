import { and, eq, lt, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { pageImportCounts, pageImports } from "./tables.ts";

export type PageImportRow = typeof pageImports.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(pageImports.user_id, account), eq(pageImports.id, id));

/** Does nothing if the id is taken. */
export async function insertPageImport(db: Db, row: typeof pageImports.$inferInsert): Promise<void> {
  await db.insert(pageImports).values(row).onConflictDoNothing({ target: pageImports.id });
}

export async function findPageImport(db: Db, key: Owned): Promise<PageImportRow | undefined> {
  const [row] = await db.select().from(pageImports).where(owned(key));
  return row;
}

/** Locks an import until the transaction ends. */
export async function lockPageImport(db: Db, key: Owned): Promise<PageImportRow | undefined> {
  const [row] = await db.select().from(pageImports).where(owned(key)).for("update");
  return row;
}

export async function updatePageImport(
  db: Db,
  key: Owned,
  changes: Partial<Pick<PageImportRow, "profile_id" | "pictures" | "pictures_failed">>,
): Promise<void> {
  await db.update(pageImports).set(changes).where(owned(key));
}

export async function deletePageImport(db: Db, key: Owned): Promise<void> {
  await db.delete(pageImports).where(owned(key));
}

export async function deletePageImportsBefore(db: Db, time: string): Promise<void> {
  await db.delete(pageImports).where(lt(pageImports.created_at, time));
}

interface Outcome {
  service: string;
  day: string;
  /** Null for a failure. */
  links: number | null;
}

export async function upsertPageImportCount(db: Db, { service, day, links }: Outcome): Promise<void> {
  const successes = links === null ? 0 : 1;
  await db
    .insert(pageImportCounts)
    .values({ service, day, attempts: 1, successes, links: links ?? 0 })
    .onConflictDoUpdate({
      target: [pageImportCounts.service, pageImportCounts.day],
      set: {
        attempts: sql`${pageImportCounts.attempts} + 1`,
        successes: sql`${pageImportCounts.successes} + ${successes}`,
        links: sql`${pageImportCounts.links} + ${links ?? 0}`,
      },
    });
}

export interface ServiceCounts {
  service: string;
  attempts: number;
  successes: number;
  links: number;
  /** Of the last days. */
  recent_attempts: number;
  recent_successes: number;
  /** A date, or null if nothing was ever read. */
  last_success: string | null;
}

/** Sums what was counted from `from` on, and apart from `recent` on. Both are dates. */
export function listServiceCounts(
  db: Db,
  { from, recent }: { from: string; recent: string },
): Promise<ServiceCounts[]> {
  const { service, day, attempts, successes, links } = pageImportCounts;
  return rowsOf<ServiceCounts>(
    db,
    sql`select ${service} as service, sum(${attempts})::int as attempts, sum(${successes})::int as successes,
      sum(${links})::int as links,
      coalesce(sum(${attempts}) filter (where ${day} >= ${recent}::date), 0)::int as recent_attempts,
      coalesce(sum(${successes}) filter (where ${day} >= ${recent}::date), 0)::int as recent_successes,
      to_char(max(${day}) filter (where ${successes} > 0), 'YYYY-MM-DD') as last_success
      from ${pageImportCounts} where ${day} >= ${from}::date group by ${service} order by 2 desc, 1`,
  );
}
