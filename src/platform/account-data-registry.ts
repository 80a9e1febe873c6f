import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Ctx, Platform } from "./context.ts";
import type { SealedTable } from "./crypto/key-rotation.ts";
import { type Db, rowsOf } from "./db/database.ts";
import { countRows, readPages, sortBy } from "./db/list.ts";
import { someOf } from "./db/rows.ts";

export interface AccountKeys {
  account: string;
  email: string;
  /** Includes profiles in the trash. */
  profileIds: readonly string[];
}

export type AccountTable = OwnedTable &
  (
    | { exported: ExportedRows; unexported?: never }
    /** The reason why the account's export leaves these rows out. */
    | { exported?: never; unexported: string }
  );

interface OwnedTable {
  table: PgTable;
  /**
   * The column that determines a row's owner: the account's id, one of its profiles, or its owner's e-mail
   * address.
   */
  by: { account: PgColumn } | { profile: PgColumn } | { email: PgColumn };
  /** Shown to the owner before they delete the account. Only for data they would miss. */
  label?: string;
  /** Set if the slice deletes these rows itself, in `erase` or at the very end. */
  isErasedApart?: true;
  /** Set if some of these rows belong to a person, who takes them along when leaving (`swapping.ts`). */
  isPartlyPersonal?: true;
}

interface ExportedRows {
  /** The name of the file, without an extension. */
  as: string;
  /** The column that identifies a row within one owner. */
  id: PgColumn;
  /** A second column for rows that share one id. */
  tie?: PgColumn;
  /** Columns that mean nothing outside this database. */
  without?: readonly string[];
  /** Set if a row may be as long as an e-mail, so that only a few rows are in memory at once. */
  isLong?: true;
  /** Expressions that replace the columns of these names in the export. */
  computed?: Readonly<Record<string, SQL>>;
  /** Maps a row to its form in the API, if the API has it. */
  show?: (row: never) => object;
  /** Explains why an import doesn't restore these rows, to people whose export has some. */
  unrestored?: string;
}

/** An account's export as an import reads it. Its content is untrusted, since anyone may have written it. */
export interface ExportReader {
  /** Returns the rows of a file that match the schema, or none if there's no such file. */
  rows<Row>(name: string, row: z.ZodType<Row>): Promise<Row[]>;
  /** Returns a file that doesn't consist of rows. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /**
   * Returns the URL in this account of the picture stored under `path` in the export, or undefined if the
   * export doesn't have it.
   */
  picture(
    path: string,
    of: { purpose: "avatar" | "background" | "icon" | "picture" | "video" | "mail"; name: string },
  ): Promise<string | undefined>;
  /** Set if the pages themselves come along, with their sign-ups, which keep their ids. */
  keepsPages?: true;
  /** Maps ids of the export's profiles to their ids here, except for those that couldn't be added. */
  profiles: ReadonlyMap<string, string>;
  /** Maps the ids of everything else that has been restored so far. */
  ids: Map<string, string>;
  /** Returns a value with the export's ids replaced by the ones here. */
  translated<T>(value: T): T;
  /** The account and the instance that the export comes from. */
  account: string;
  instance: string;
  /**
   * Runs `work`. A failure is reported under the name of the thing that couldn't be added, and the result is
   * undefined.
   */
  trying<T>(what: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** A file of an export that doesn't consist of rows. */
export interface ExportedFile {
  name: string;
  content: Uint8Array;
}

/** The columns that say which page a row belongs to, and which account. */
export interface PageRows {
  profile: PgColumn;
  account: PgColumn;
}

export interface LaterPageRows extends PageRows {
  /** Each row's own, unique within its page. */
  id: PgColumn;
  /** When the row was written, indexed within its page. */
  at: PgColumn;
  /** What else changes in it, as an assignment. */
  also?(to: string): SQL;
}

/** A page that gets another account, together with its drafts. */
export interface PageMove {
  profileIds: readonly string[];
  from: string;
  to: string;
}

/**
 * A slice's data about an account. It’s part of the slice’s manifest, so that erasing an account leaves
 * nothing behind.
 */
export interface AccountPart {
  /** Set if other slices' rows belong to the account through these, so that those are erased first. */
  isErasedLast?: true;
  tables: readonly AccountTable[];
  /** Encrypted columns of these tables. */
  sealed?: readonly SealedTable[];
  /** Columns whose user ids name a person rather than an account. They follow the person to another id. */
  people?: readonly PgColumn[];
  /**
   * Moves everything else that belongs to two people who swap ids, where a column alone doesn't say whose it
   * is.
   */
  swapPeople?(platform: Platform, swap: Swap): Promise<void>;
  /** Rows of pages, which follow their page when it gets another account (`page-moves.ts`). */
  followsPage?: readonly PageRows[];
  /** The same for rows that are too many for one transaction. They follow after the page, in batches. */
  followsPageLater?: readonly LaterPageRows[];
  /** Moves what belongs to pages and takes more than another account's id, before those rows. */
  movePage?(platform: Platform, move: PageMove): Promise<void>;
  /**
   * Erases files and traces elsewhere before the rows are deleted. After an interruption, it runs again from
   * the start. The account's pages have been gone since `closedAt`.
   */
  erase?(platform: Platform, keys: AccountKeys, closedAt: Date): Promise<void>;
  /** Yields the files that the account's export contains besides rows. */
  exportFiles?(ctx: Ctx, keys: AccountKeys): AsyncGenerator<ExportedFile>;
  /**
   * Restores the slice's part of an export, in the opposite order of erasing and after the profiles. Existing
   * data stays, and importing a file twice adds nothing the second time. Returns the number of sign-ups it
   * added.
   */
  restore?(ctx: Ctx, from: ExportReader): Promise<{ leads: number } | undefined>;
}

let everyPart: readonly AccountPart[] = [];

/** Called on load by the process, which knows all slices. Accounts are erased in this order. */
export function registerParts(parts: readonly AccountPart[]): void {
  everyPart = parts;
}

export function accountParts(): readonly AccountPart[] {
  if (everyPart.length === 0) throw new Error("No slice has registered what it stores about an account.");
  return everyPart;
}

export function sealedTables(): readonly SealedTable[] {
  return accountParts().flatMap(({ sealed = [] }) => sealed);
}

/** Two people who exchange user ids, and with them the accounts of those ids. */
export interface Swap {
  account: string;
  /** The new owner's id until then. Their own account ends. */
  other: string;
}

function isOf({ by }: AccountTable, { account, email, profileIds }: AccountKeys): SQL {
  if ("account" in by) return eq(by.account, account);
  return "email" in by ? eq(by.email, email) : inArray(by.profile, [...profileIds]);
}

/** Counts an account's rows in a table; beyond ten thousand it's an estimate. */
export function countAccountRows(
  db: Db,
  table: AccountTable,
  keys: AccountKeys,
): Promise<{ total: number; is_estimate: boolean }> {
  return countRows(db, table.table, isOf(table, keys));
}

/** Deletes up to `most` of the account's rows and returns how many it deleted. */
export async function eraseAccountRows(
  db: Db,
  part: AccountTable,
  { keys, most }: { keys: AccountKeys; most: number },
): Promise<number> {
  const { table } = part;
  const rows = await rowsOf(
    db,
    sql`delete from ${table} where ${someOf(table, { where: isOf(part, keys), most })} returning 1`,
  );
  return rows.length;
}

/**
 * Marks the rows of an account that ends because its owner takes over another one, and the column that says
 * so.
 */
const isEnding =
  ({ people = [] }: AccountPart) =>
  ({ by, isErasedApart, isPartlyPersonal }: AccountTable): boolean =>
    "account" in by && !people.includes(by.account) && !isErasedApart && !isPartlyPersonal;

/**
 * Exchanges two people's ids in the caller's transaction: columns that name a person follow, columns that
 * name an account stay. The new owner's previous account leaves nothing behind. `via` is a third id, because
 * two people can't share one in between.
 */
export async function swapIds(
  platform: Platform,
  { account, other, via }: Swap & { via: string },
): Promise<void> {
  const { db } = platform;
  const parts = accountParts();
  for (const part of parts)
    for (const { table, by } of part.tables.filter(isEnding(part)))
      if ("account" in by) await db.execute(sql`delete from ${table} where ${by.account} = ${other}`);
  for (const part of parts) await part.swapPeople?.(platform, { account, other });
  const moves = [
    { from: account, to: via },
    { from: other, to: account },
    { from: via, to: other },
  ];
  for (const column of parts.flatMap(({ people = [] }) => people))
    for (const { from, to } of moves)
      await db.execute(
        sql`update ${column.table} set ${sql.identifier(column.name)} = ${to} where ${column} = ${from}`,
      );
}

const EXPORTED_ROWS = 500;
const LONG_ROWS = 20;

/** Some of a table's rows: those with one of these values in a column. */
export interface SomeRows {
  column: string;
  values: readonly string[];
}

/**
 * Yields an account's rows in batches, as its export shows them, or only `some` of them. None for a table that isn't
 * exported.
 */
export async function* exportedRows(
  db: Db,
  { table, by, exported }: AccountTable,
  { some, ...keys }: AccountKeys & { some?: SomeRows | undefined },
): AsyncGenerator<Record<string, unknown>[]> {
  if (!exported) return;
  const { id, tie, without = [], computed = {}, isLong } = exported;
  const all = getTableColumns(table);
  const columns = Object.entries(all).filter(([name]) => !without.includes(name));
  const column = some && all[some.column];
  const isWanted = column && inArray(column, [...some.values]);
  const shape = {
    sorts: { id: sortBy(id) },
    tie: tie ? [tie] : [],
    usual: { sort: "id", order: "asc" },
  } as const;
  // One owner at a time, because that's how the rows are indexed.
  for (const isOwned of ownersOf({ by }, keys)) {
    yield* readPages(
      { shape, rows: isLong ? LONG_ROWS : EXPORTED_ROWS, account: keys.account },
      ({ key, after, orderBy, limit }) =>
        db
          .select({ ...Object.fromEntries(columns), ...computed, key })
          .from(table)
          .where(and(isOwned, isWanted, after))
          .orderBy(...orderBy)
          .limit(limit),
    );
  }
}

function ownersOf({ by }: Pick<AccountTable, "by">, { account, email, profileIds }: AccountKeys): SQL[] {
  if ("account" in by) return [eq(by.account, account)];
  return "email" in by ? [eq(by.email, email)] : profileIds.map((id) => eq(by.profile, id));
}
