/* Pages of searches in whole rows of one table. */
import { and, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./database.ts";
import {
  countableRows,
  countRows,
  EXACT_ROWS_MAX,
  estimateRows,
  foundRows,
  type Key,
  type ListShape,
  type PageParts,
  type PageRequest,
  readPage,
  type Source,
} from "./list.ts";

type Row<Table extends PgTable> = Table["$inferSelect"] & { key: Key };

/** The rows of one page. `source` is the table, or matches under its name. */
export async function readRows<Table extends PgTable>(
  db: Db,
  table: Table,
  { source, parts }: { source: Source<Table>; parts: PageParts },
): Promise<Row<Table>[]> {
  const { key, after, orderBy, limit } = parts;
  const rows: unknown = await db
    .select({ ...getTableColumns(table as PgTable), key })
    .from(source.from as PgTable)
    .where(and(source.where, after))
    .orderBy(...orderBy)
    .limit(limit);
  return rows as Row<Table>[];
}

interface SearchedPage<Sort extends string> {
  shape: ListShape<Sort>;
  request: PageRequest<Sort>;
  rows: number;
}

/** Reads one page of what matches, and how many rows do. */
export async function readFound<Table extends PgTable, Sort extends string>(
  db: Db,
  all: Source<Table>,
  page: SearchedPage<Sort>,
) {
  const { shape, request } = page;
  const table = all.from;
  const first = request.cursor ? undefined : await readFirst(db, all, page);
  if (first && first.total <= EXACT_ROWS_MAX) return { ...first, is_estimate: false };
  const counted = await (first ? estimateRows : countRows)(db, table, all.where);
  const isUsual = (request.sort ?? shape.usual.sort) === shape.usual.sort;
  const source = foundRows(all, { ...counted, isUsual });
  const read = await readPage(page, (parts) => readRows(db, table, { source, parts }));
  return { ...read, ...counted };
}

/** The first page and the count at once, because finding the matches takes most of the time. */
async function readFirst<Table extends PgTable, Sort extends string>(
  db: Db,
  all: Source<Table>,
  page: SearchedPage<Sort>,
) {
  let total = 0;
  const read = await readPage(page, async ({ key, orderBy, limit }) => {
    const found: unknown = await db
      .select({
        ...getTableColumns(all.from as PgTable),
        key,
        matches: sql<number>`(count(*) over ())::int`,
      })
      .from(countableRows(all) as PgTable)
      .orderBy(...orderBy)
      .limit(limit);
    const rows = found as (Row<Table> & { matches: number })[];
    total = rows[0]?.matches ?? 0;
    return rows.map(({ matches: _, ...row }) => row as unknown as Row<Table>);
  });
  return { ...read, total };
}
