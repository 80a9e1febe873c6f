/*
 * Puts a backup into a database, in one transaction: whatever happens on the way, the database is afterwards as it was
 * before, or all of the backup is in it. The schema comes from our own migrations, and never from the file.
 */
import { createHash } from "node:crypto";
import { getConstructionPlans } from "pg-boss";
import { StartRefusal } from "#src/lib/errors.ts";
import { advisoryStatement } from "../db/advisory-locks.ts";
import type { Migration } from "../db/migrate.ts";
import { SCHEMA as JOBS } from "../jobs/store.ts";
import {
  type Closing,
  closingSchema,
  digested,
  type Opening,
  objectSchema,
  openingSchema,
  type TableSummary,
  tableSummarySchema,
} from "./backup.ts";
import { type BackupPlace, checkBackupFile, readRecords } from "./backup-file.ts";
import { type CatalogTable, listObstacles, listRemovals, listTables, tableSchema } from "./catalog.ts";
import type { PackedRecord } from "./records.ts";
import { columnList, quoted, type RowConnection, tableName } from "./row-connection.ts";

export interface RestoreOrder {
  place: BackupPlace;
  /** What `inspectBackup` found. */
  opening: Opening;
  connection: RowConnection;
  migrations: readonly Migration[];
  /** Puts a picture that was in S3 into its row, from where a job moves it again. */
  storeObject(connection: RowConnection, picture: { id: string; content: Uint8Array }): Promise<void>;
  /** Also brings the rows to this version's schema. False for a comparison. */
  isUpgraded: boolean;
  /** Runs in the transaction, before it's committed. */
  finish?(connection: RowConnection): Promise<void>;
}

export interface RestoreResult extends Closing {
  rows: number;
  /** Tables in the backup that aren't Fanfare's. */
  leftOut: string[];
  upgrades: number;
}

/** Reads all of the file, and what it says of itself. Refuses one that this version can't restore. */
export async function inspectBackup(place: BackupPlace, migrations: readonly Migration[]): Promise<Opening> {
  await checkBackupFile(place);
  const records = readRecords(place);
  try {
    const { value } = await records.next();
    const opening = openingSchema.parse(parsed(value, "opening"));
    refuseUnknown(opening, migrations);
    return opening;
  } finally {
    await records.return(undefined);
  }
}

function refuseUnknown({ migrations, fanfare }: Opening, known: readonly Migration[]): void {
  const names = known.map(({ folderMillis }) => folderMillis);
  const unknown = migrations.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  throw new StartRefusal(
    Math.max(...unknown) > Math.max(...names)
      ? `This backup is from a newer version of Fanfare (${fanfare}). Restore it with that version or a later one.`
      : "This backup is from a build that was never released, and no release can restore it.",
  );
}

export async function restoreBackup(order: RestoreOrder): Promise<RestoreResult> {
  const { connection, opening, migrations } = order;
  const isThen = ({ folderMillis }: Migration) => opening.migrations.includes(folderMillis);
  const later = migrations.filter((migration) => !isThen(migration));
  // A process that starts meanwhile waits before it looks at the schema.
  await connection.run(`begin; set local maintenance_work_mem = '256MB'; ${advisoryStatement("migrations")}`);
  try {
    for (const removal of await listRemovals(connection)) await connection.run(removal);
    await makeTables(connection, migrations.filter(isThen));
    const result = await fill(order);
    for (const { name, value, isCalled } of opening.sequences)
      await connection.rows("select setval($1::regclass, $2::bigint, $3)", [name, value, isCalled]);
    if (order.isUpgraded) await migrateOn(connection, later);
    await order.finish?.(connection);
    await connection.run("commit");
    return { ...result, upgrades: order.isUpgraded ? later.length : 0 };
  } catch (error) {
    await connection.run("rollback").catch(() => {});
    throw error;
  }
}

/** Makes an empty database as these migrations leave it. */
export async function makeTables(connection: RowConnection, migrations: readonly Migration[]): Promise<void> {
  await connection.run(`create schema if not exists public;
    create table schema_migrations (name bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
  for (const { sql } of migrations) for (const statement of sql) await connection.run(statement);
  // It begins and commits a transaction of its own.
  const plan = getConstructionPlans(JOBS)
    .replace(/^\s*BEGIN;/, "")
    .replace(/COMMIT;\s*$/, "");
  await connection.run(plan);
}

async function migrateOn(connection: RowConnection, migrations: readonly Migration[]): Promise<void> {
  for (const { sql, folderMillis, hash } of migrations) {
    for (const statement of sql) await connection.run(statement);
    await connection.rows("insert into schema_migrations (name, hash) values ($1, $2)", [folderMillis, hash]);
  }
}

/** Fills the tables while nothing looks at each row, and then brings back what does. */
async function fill(order: RestoreOrder) {
  const { connection, opening } = order;
  const there = await listTables(connection);
  const { remove, bringBack } = await listObstacles(connection, there);
  for (const statement of remove) await connection.run(statement);
  // Migrations have filled some already.
  await connection.run(`truncate ${there.map(tableName).join(", ")} cascade`);
  const records = readRecords(order.place);
  try {
    const reader = new RecordReader(records);
    const { filled, leftOut } = await copyTables(order, reader, there);
    for (const statement of bringBack) await connection.run(statement);
    const closing = await copyObjects(order, reader);
    if (filled + leftOut.length !== opening.tables.length) throw new Error("The backup lacks tables.");
    return { ...closing, rows: closing.tables.reduce((sum, { rows }) => sum + rows, 0), leftOut };
  } finally {
    await records.return(undefined);
  }
}

/** One record after another, with the bytes that follow one. */
class RecordReader {
  readonly #records: AsyncGenerator<PackedRecord>;
  #next: PackedRecord | undefined;

  constructor(records: AsyncGenerator<PackedRecord>) {
    this.#records = records;
  }

  async take(): Promise<PackedRecord> {
    const next = this.#next ?? (await this.#records.next()).value;
    this.#next = undefined;
    if (!next) throw new Error("The backup ends too early.");
    return next;
  }

  putBack(record: PackedRecord): void {
    this.#next = record;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    for (;;) {
      const record = await this.take();
      if (record.kind !== "bytes") {
        this.putBack(record);
        return;
      }
      yield record.bytes;
    }
  }
}

function parsed(record: PackedRecord | undefined, kind: PackedRecord["kind"]): unknown {
  if (record?.kind !== kind) throw new Error(`The backup has no ${kind} where one belongs.`);
  return JSON.parse(record.bytes.toString("utf8"));
}

async function copyTables(
  { connection }: RestoreOrder,
  reader: RecordReader,
  there: readonly CatalogTable[],
) {
  const known = new Map(there.map((table) => [tableName(table), table]));
  const leftOut: string[] = [];
  let filled = 0;
  for (;;) {
    const record = await reader.take();
    if (record.kind === "opening") continue;
    if (record.kind !== "table") {
      reader.putBack(record);
      return { leftOut, filled };
    }
    const table = tableSchema.parse(parsed(record, "table"));
    const target = known.get(tableName(table));
    const rows = target ? await copyTable(connection, { table, target }, reader.bytes()) : await skip(reader);
    const summary = tableSummarySchema.parse(parsed(await reader.take(), "table_end"));
    if (!target) leftOut.push(tableName(table));
    else {
      filled += 1;
      if (rows !== summary.rows)
        throw new Error(`${summary.table} has ${rows} rows after the restore instead of ${summary.rows}.`);
    }
  }
}

async function skip(reader: RecordReader): Promise<number> {
  for await (const _ of reader.bytes());
  return 0;
}

interface Copied {
  table: CatalogTable;
  target: CatalogTable;
}

/** pg-boss's tables may have had other columns, so those go through a table that takes anything. */
async function copyTable(
  connection: RowConnection,
  { table, target }: Copied,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const name = tableName(target);
  const shared = table.columns.filter((column) => target.columns.includes(column));
  if (shared.length === table.columns.length)
    return connection.copyIn(`${name} (${columnList(table.columns)})`, content);
  const columns = table.columns.map((column) => `${quoted(column)} text`).join(", ");
  await connection.run(`create temporary table restored_rows (${columns}) on commit drop`);
  const rows = await connection.copyIn(`restored_rows (${columnList(table.columns)})`, content);
  const types = await connection.rows<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0`,
    [name],
  );
  const typeOf = new Map(types.map((column) => [column.name, column.type]));
  const values = shared.map((column) => `${quoted(column)}::${typeOf.get(column)}`).join(", ");
  await connection.run(
    `insert into ${name} (${columnList(shared)}) select ${values} from restored_rows; drop table restored_rows`,
  );
  return rows;
}

async function copyObjects(order: RestoreOrder, reader: RecordReader): Promise<Closing> {
  for (;;) {
    const record = await reader.take();
    if (record.kind === "closing") return closingSchema.parse(parsed(record, "closing"));
    const { id, digest } = objectSchema.parse(parsed(record, "object"));
    const parts: Buffer[] = [];
    for await (const bytes of reader.bytes()) parts.push(bytes);
    const content = Buffer.concat(parts);
    if (createHash("sha256").update(content).digest("hex") !== digest)
      throw new Error(`The picture ${id} isn't what it was.`);
    await order.storeObject(order.connection, { id, content });
  }
}

/** Copies each table out again and names those that aren't as they were. */
export async function compareTables(connection: RowConnection, { tables }: Closing): Promise<string[]> {
  const there = new Map((await listTables(connection)).map((table) => [tableName(table), table]));
  const different: string[] = [];
  for (const expected of tables) {
    const table = there.get(expected.table);
    const found: TableSummary = { table: expected.table, rows: 0, bytes: 0, digest: "" };
    if (table) for await (const _ of digested(connection, table, found));
    if (found.rows !== expected.rows || found.digest !== expected.digest) different.push(expected.table);
  }
  return different;
}
