import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";
import type { Ctx, Platform } from "./context.ts";
import type { SealedTable } from "./crypto/key-rotation.ts";
import { type Db, rowsOf } from "./db/database.ts";
import { countRows, readPages, sortBy } from "./db/list.ts";
import { someOf } from "./db/rows.ts";

/** What identifies an account's rows. */
export interface AccountKeys {
  /** Its owner's user id. */
  account: string;
  email: string;
  /** Including those in the trash. */
  profileIds: readonly string[];
}

/** A table with rows that belong to accounts. */
export type AccountTable = OwnedTable &
  (
    | { exported: ExportedRows; unexported?: never }
    /** Why the account's export leaves its rows out. */
    | { exported?: never; unexported: string }
  );

interface OwnedTable {
  table: PgTable;
  /**
   * The column that says who a row belongs to: the account's id, one of its profiles, or its owner's e-mail
   * address.
   */
  by: { account: PgColumn } | { profile: PgColumn } | { email: PgColumn };
  /** What its owner reads before deleting the account. Only for things they would miss. */
  label?: string;
  /** Its slice deletes these rows itself, in `erase` or at the very end. */
  isErasedApart?: true;
  /** Set if some of these rows are a person's, who may leave with them (`swapping.ts`). */
  isPartlyPersonal?: true;
}

interface ExportedRows {
  /** The name of the file, without an ending. */
  as: string;
  /** What tells the rows of one owner apart. */
  id: PgColumn;
  /** The column that tells them apart where several have one id. */
  tie?: PgColumn;
  /** Columns that mean nothing outside this database. */
  without?: readonly string[];
  /** Its rows may each be as long as an e-mail, so that only a few of them are in memory at once. */
  isLong?: true;
  /** What's put together for it, in place of columns of that name. */
  computed?: Readonly<Record<string, SQL>>;
  /** A row as the API shows it, if the API does. */
  show?: (row: never) => object;
  /** Why an import doesn't bring the rows back, as it tells people whose export has some. */
  unrestored?: string;
}

/** An account's export as its import reads it. What's in it may have been written by anyone. */
export interface ExportReader {
  /** The rows of a file that match. None if there's no such file. */
  rows<Row>(name: string, row: z.ZodType<Row>): Promise<Row[]>;
  /** A file that isn't made of rows. */
  file(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The URL here of a picture that has `path` in the export. Undefined if it isn't there. */
  picture(path: string, of: { purpose: "mail"; name: string }): Promise<string | undefined>;
  /** What the export's profiles are here, by their ids there. Those that couldn't be added are missing. */
  profiles: ReadonlyMap<string, string>;
  /** The same for everything else, as it's restored. */
  ids: Map<string, string>;
  /** A value with what things are here in the place of what they were there. */
  translated<T>(value: T): T;
  /** The account and the instance that the export is from. */
  account: string;
  instance: string;
  /** Runs `work`. A refusal is reported under the name of what couldn't be added, and answered with undefined. */
  trying<T>(what: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** A file of an export that isn't made of rows. */
export interface ExportedFile {
  name: string;
  content: Uint8Array;
}

/**
 * What a slice stores about an account. Listed in `node/account-parts.ts`, so that nothing is left behind when it's
 * erased.
 */
export interface AccountPart {
  tables: readonly AccountTable[];
  /** What's sealed in them. */
  sealed?: readonly SealedTable[];
  /** Columns with user ids that say which person, not whose account. They follow the person to another id. */
  people?: readonly PgColumn[];
  /** What else follows two people who swap ids, where a column alone doesn't tell. */
  swapPeople?(platform: Platform, swap: Swap): Promise<void>;
  /**
   * What erasing takes besides deleting rows, and before that: files, and traces elsewhere. After an
   * interruption, it runs again from the start. `closedAt` is since when its pages are gone.
   */
  erase?(platform: Platform, keys: AccountKeys, closedAt: Date): Promise<void>;
  /** Files that the account's export contains besides rows. */
  exportFiles?(ctx: Ctx, keys: AccountKeys): AsyncGenerator<ExportedFile>;
  /**
   * Brings what an export has of it back, in the opposite order of erasing and after the profiles. What's here
   * already stays, and importing a file again adds nothing. Returns how many sign-ups it added.
   */
  restore?(ctx: Ctx, from: ExportReader): Promise<{ leads: number } | undefined>;
}

let everyPart: readonly AccountPart[] = [];

/** Called on load by the process, which knows all slices. They're erased in this order. */
export function registerParts(parts: readonly AccountPart[]): void {
  everyPart = parts;
}

/** What all slices store about an account. */
export function accountParts(): readonly AccountPart[] {
  if (everyPart.length === 0) throw new Error("No slice has registered what it stores about an account.");
  return everyPart;
}

/** All that's sealed. */
export function sealedTables(): readonly SealedTable[] {
  return accountParts().flatMap(({ sealed = [] }) => sealed);
}

/** Two people who get each other's user id, and with it the account of that id. */
export interface Swap {
  /** The account that goes on, with another owner. */
  account: string;
  /** The new owner's id until then. Their own account ends. */
  other: string;
}

function isOf({ by }: AccountTable, { account, email, profileIds }: AccountKeys): SQL {
  if ("account" in by) return eq(by.account, account);
  return "email" in by ? eq(by.email, email) : inArray(by.profile, [...profileIds]);
}

/** How many rows of a table belong to the account, estimated above ten thousand. */
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

/** The rows of an account that ends because its owner gets another, and the column that says so. */
const isEnding =
  ({ people = [] }: AccountPart) =>
  ({ by, isErasedApart, isPartlyPersonal }: AccountTable): boolean =>
    "account" in by && !people.includes(by.account) && !isErasedApart && !isPartlyPersonal;

/**
 * Lets two people swap ids, in the caller's transaction: what says which person goes along, what says whose account
 * stays. Nothing is left of the new owner's own account. `via` is a third person's id, because two people can't
 * share one in between.
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

/** The account's rows as its export shows them, in batches. None for a table that isn't exported. */
export async function* exportedRows(
  db: Db,
  { table, by, exported }: AccountTable,
  keys: AccountKeys,
): AsyncGenerator<Record<string, unknown>[]> {
  if (!exported) return;
  const { id, tie, without = [], computed = {}, isLong } = exported;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
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
          .where(and(isOwned, after))
          .orderBy(...orderBy)
          .limit(limit),
    );
  }
}

function ownersOf({ by }: Pick<AccountTable, "by">, { account, email, profileIds }: AccountKeys): SQL[] {
  if ("account" in by) return [eq(by.account, account)];
  return "email" in by ? [eq(by.email, email)] : profileIds.map((id) => eq(by.profile, id));
}
