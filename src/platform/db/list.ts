import { setImmediate } from "node:timers/promises";
import { getTableName, type SQL, type SQLWrapper, Subquery, sql } from "drizzle-orm";
import { index, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { COUNTED_ROWS_MAX } from "#src/lib/counted-rows.ts";
import { asciiSearch } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import { FairQueue } from "#src/lib/fair-queue.ts";
import { foldText } from "#src/lib/fold.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { type Db, rowsOf } from "./database.ts";
import { sqlStateOf } from "./retry.ts";

/** A sortable column. `type` is the PostgreSQL type to parse its value from a cursor. */
interface SortKey {
  by: SQLWrapper;
  type: string;
  isNullable: boolean;
}

/** The sort orders of a list, plus the unique columns that break ties. */
export interface ListShape<Sort extends string> {
  sorts: Record<Sort, SortKey>;
  tie: readonly PgColumn[];
  usual: { sort: NoInfer<Sort>; order: "asc" | "desc" };
}

export interface PageRequest<Sort extends string> {
  cursor?: string | undefined;
  sort?: Sort | undefined;
  order?: "asc" | "desc" | undefined;
}

/** The parts of a query for one page. It has to select `key` with its rows. */
export interface PageParts {
  key: SQL<Key>;
  after: SQL | undefined;
  orderBy: SQL[];
  limit: number;
}

/** A row's position in its list, as text that PostgreSQL can read back without loss. */
export type Key = (string | null)[];

export function sortBy(column: PgColumn): SortKey {
  return { by: column, type: column.getSQLType(), isNullable: !column.notNull };
}

export function sortByText(column: PgColumn): SortKey {
  return { ...sortBy(column), by: sql`lower(${column})` };
}

/**
 * Reads one page of a list, starting after the last row of the previous page. Whatever is inserted or deleted
 * in between, every other row appears exactly once. Rows without a value come last in either direction.
 */
export async function readPage<Sort extends string, Row extends { key: Key }>(
  { shape, request, rows: count }: { shape: ListShape<Sort>; request: PageRequest<Sort>; rows: number },
  query: (parts: PageParts) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; next?: string }> {
  const sort = request.sort ?? shape.usual.sort;
  const order = request.order ?? (request.sort === undefined ? shape.usual.order : "asc");
  const keys = [shape.sorts[sort], ...shape.tie.map(sortBy)];
  const cursor = request.cursor || undefined;
  const place = cursor === undefined ? undefined : parseCursor(cursor, [sort, order]);
  if (place && !isPlace(keys, place)) throw refusal();
  const rows = await refuseStrange(cursor, () =>
    query({
      key: sql<Key>`json_build_array(${sql.join(
        keys.map(({ by }) => sql`${by}::text`),
        sql`, `,
      )})`,
      after: place && isAfter(keys, place, order),
      orderBy: keys.map(({ by, isNullable }) => sql`${by} ${sql.raw(order)}${isNullable ? LAST : NOTHING}`),
      limit: count + 1,
    }),
  );
  const page = rows.slice(0, count);
  const last = rows.length > count ? page.at(-1) : undefined;
  return { rows: page, ...(last && { next: writeCursor([sort, order, ...last.key]) }) };
}

/** Exports of whole lists take turns, account by account, and leave other connections to everyone else. */
const reading = new FairQueue({ workers: 2, waitingMax: Infinity });

/** Yields all pages of one of `account`'s lists, with only one in memory at a time. */
export async function* readPages<Sort extends string, Row extends { key: Key }>(
  { shape, rows: count, account }: { shape: ListShape<Sort>; rows: number; account: string },
  query: (parts: PageParts) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const page = () => readPage({ shape, request: { cursor }, rows: count }, query);
    const { rows, next } = await reading.run(account, page);
    if (rows.length > 0) yield rows;
    cursor = next;
    // The embedded database would otherwise never yield to the process's other work.
    await setImmediate();
  } while (cursor !== undefined);
}

function isPlace(keys: readonly SortKey[], place: Key): boolean {
  return place.length === keys.length && keys.every(({ isNullable }, n) => isNullable || place[n] !== null);
}

const LAST = sql` nulls last`;
const NOTHING = sql``;

/** Compares whole rows, so that PostgreSQL can jump straight to the position in an index. */
function isAfter(keys: readonly SortKey[], place: Key, order: "asc" | "desc"): SQL {
  const [first] = keys as [SortKey];
  const from = place[0] === null ? 1 : 0;
  const beyond = sql`(${list(keys.slice(from).map(({ by }) => sql`${by}`))}) ${sql.raw(order === "asc" ? ">" : "<")} (${list(
    keys.slice(from).map(({ type }, index) => sql`${place[from + index]}::${sql.raw(type)}`),
  )})`;
  if (from === 1) return sql`(${first.by} is null and ${beyond})`;
  return first.isNullable ? sql`(${beyond} or ${first.by} is null)` : beyond;
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);

function writeCursor(place: Key): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The position in a cursor. Rejects text that isn't a cursor, and cursors of a different sort order. */
function parseCursor(cursor: string, sorting: readonly string[]): Key {
  const place = parse(Buffer.from(cursor, "base64url").toString());
  if (!Array.isArray(place) || !place.every((part) => part === null || typeof part === "string"))
    throw refusal();
  if (sorting.some((word, index) => place[index] !== word)) throw refusal();
  return place.slice(sorting.length);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refusal = () => failure(LIST_ERRORS, "CURSOR_INVALID");

/** PostgreSQL's error class for values that it can't read. In a cursor, it means that someone made it up. */
const DATA_EXCEPTION = /^22/;

async function refuseStrange<T>(cursor: string | undefined, query: () => PromiseLike<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw cursor !== undefined && DATA_EXCEPTION.test(sqlStateOf(error)) ? refusal() : error;
  }
}

/** Longer lists show an estimate. */
export const EXACT_ROWS_MAX = COUNTED_ROWS_MAX;

/** Counts matching rows up to 10,000 and returns the planner's estimate above that. */
export async function countRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; is_estimate: boolean }> {
  const matching = sql`select from ${table} where ${where ?? sql`true`}`;
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from (${matching} limit ${EXACT_ROWS_MAX + 1}) as matching`,
  );
  const total = row?.total ?? 0;
  if (total <= EXACT_ROWS_MAX) return { total, is_estimate: false };
  return estimateRows(db, table, where);
}

/** Returns the planner's estimate, for matches that are known to be too many to count. */
export async function estimateRows(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ total: number; is_estimate: true }> {
  const matching = sql`select from ${table} where ${where ?? sql`true`}`;
  const [plan] = await rowsOf<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    db,
    sql`explain (format json) ${matching}`,
  );
  return {
    total: Math.max(EXACT_ROWS_MAX + 1, plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0),
    is_estimate: true,
  };
}

/** Beyond this many rows, a search reads along the sort order's index after all. */
const GATHERED_ROWS_MAX = 50_000;

/** The table that a search reads a page from: the table itself, or the matches under the table's name. */
export interface Source<Table extends PgTable> {
  from: Table;
  where: SQL | undefined;
}

/**
 * Returns the source for one page of a search. All matches may be at the far end of the sort order, which the
 * planner can't know: following an index there took 13 s with a million rows. So unless there are too many,
 * we find all matches first and sort them afterwards.
 */
export function foundRows<Table extends PgTable>(
  { from, where }: Source<Table>,
  { total, is_estimate, isUsual }: { total: number; is_estimate: boolean; isUsual: boolean },
): Source<Table> {
  const isGathered = !is_estimate || (!isUsual && total <= GATHERED_ROWS_MAX);
  if (!isGathered) return { from, where };
  const found = new Subquery(
    sql`select * from ${from} where ${where ?? sql`true`} offset 0`,
    {},
    getTableName(from),
  );
  return { from: found as unknown as Table, where: undefined };
}

/** All matches, or one more than are counted, so that the query that reads a page can count them too. */
export function countableRows<Table extends PgTable>({ from, where }: Source<Table>): Table {
  const found = sql`select * from ${from} where ${where ?? sql`true`} limit ${EXACT_ROWS_MAX + 1}`;
  return new Subquery(found, {}, getTableName(from)) as unknown as Table;
}

/**
 * Search ignores case, accents, and character forms. It's our own function, because no built-in one can be
 * indexed everywhere.
 */
/** Returns a text as searches compare it. */
export const foldedText = (text: SQL) => sql`fold_text(${text})`;

/** Creates an index on the text that a list searches. It finds any substring that `isPartOf` looks for. */
export function searchIndex(name: string, text: SQL) {
  return index(name).using("gin", sql`${foldedText(text)} gin_trgm_ops`);
}

/**
 * Trigrams that the index can tell apart: three letters or digits in a row, or fewer next to another
 * character.
 */
const INDEXED = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/**
 * True if `words` are part of `text`, ignoring case, accents, Unicode composition, and whether a domain is in
 * Unicode or ASCII. One or two letters match only at the start of a word, and text without letters or digits
 * matches nothing, because the index has neither.
 */
export function isPartOf(text: SQL, words: string): SQL {
  return isPartOfFolded(foldedText(text), words);
}

/** Like `isPartOf`, for a text that's folded already: folding takes longer than comparing. */
export function isPartOfFolded(folded: SQL, words: string): SQL {
  const inAscii = asciiSearch(words);
  const found = isPart(folded, words);
  return inAscii === undefined ? found : sql`(${found} or ${isPart(folded, inAscii)})`;
}

function isPart(folded: SQL, words: string): SQL {
  const searched = foldText(words);
  const part = searched.replace(/[\\%_]/g, "\\$&");
  const isLike = (pattern: string) => sql`${folded} like ${pattern}`;
  if (INDEXED.test(searched)) return isLike(`%${part}%`);
  if (!/[\p{L}\p{N}]/u.test(searched)) return sql`false`;
  const begins = ["", "% ", "%\n"].map((before) => isLike(`${before}${part}%`));
  return sql`(${sql.join(begins, sql` or `)})`;
}
