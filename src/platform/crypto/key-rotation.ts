/*
 * Key rotation: checks whether this instance's secret decrypts the encrypted columns of all tables, and
 * reencrypts them after a change, so that the old secret can be retired.
 */
import { and, asc, eq, getTableColumns, getTableName, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Platform } from "../context.ts";
import type { Db } from "../db/database.ts";
import type { Vault } from "./vault.ts";

export interface SealedTable {
  table: PgTable;
  key: readonly PgColumn[];
  /** The encryption purpose of each encrypted column, by its name in the schema. A column may hold a list. */
  purposes: Readonly<Record<string, (row: never) => string>>;
  /** Computes other columns that depend on the secret and on the decrypted text. */
  derive?(vault: Vault, text: string): Record<string, string>;
}

type Row = Record<string, unknown>;

const BATCH_ROWS = 200;

/** Goes through all rows, a few per transaction. A second run skips rows that are done. */
export async function reencryptTables(platform: Platform, tables: readonly SealedTable[]): Promise<void> {
  if (!platform.vault.isRotated) return;
  for (const table of tables) {
    let [after, resealed]: [Row | undefined, number] = [undefined, 0];
    do {
      platform.abortSignal.throwIfAborted();
      const done = await resealBatch(platform, table, after);
      after = done.last;
      resealed += done.resealed;
    } while (after);
    if (resealed > 0) platform.log.info({ table: getTableName(table.table), rows: resealed }, "sealed anew");
  }
  platform.log.info(
    "SECRET seals everything now: what SECRET_OLD is still needed for are links in old e-mail",
  );
}

/** Far fewer than reencryption reads, since the first row is usually enough. */
const TRIED_ROWS = 10;

/** True if the vault can decrypt at least one value, or if there's nothing to decrypt. */
export async function canOpenSealed(
  { db, vault }: Pick<Platform, "db" | "vault">,
  tables: readonly SealedTable[],
): Promise<boolean> {
  let isAnySealed = false;
  for (const sealed of tables) {
    let rows: Row[] = [];
    do {
      rows = await sealedRows(db, sealed, { after: rows.at(-1), most: TRIED_ROWS });
      const texts = rows.flatMap((row) => textsIn(sealed, row));
      if (texts.some(({ purpose, text }) => vault.open(purpose, text) !== undefined)) return true;
      isAnySealed ||= texts.length > 0;
    } while (rows.length === TRIED_ROWS);
  }
  return !isAnySealed;
}

function textsIn({ purposes }: SealedTable, row: Row) {
  return Object.entries(purposes).flatMap(([name, purposeOf]) =>
    [row[name]]
      .flat()
      .flatMap((text) => (typeof text === "string" ? { purpose: purposeOf(row as never), text } : [])),
  );
}

/** Returns rows in the order of their keys, after a given one. */
function sealedRows(db: Db, sealed: SealedTable, { after, most }: { after: Row | undefined; most: number }) {
  const { table, key, purposes } = sealed;
  const columns = Object.entries(getTableColumns(table));
  const isSealed = columns.flatMap(([name, column]) => (name in purposes ? isNotNull(column) : []));
  return db
    .select()
    .from(table)
    .where(and(or(...isSealed), after && isAfter(key, keyIn(sealed, after))))
    .orderBy(...key.map((column) => asc(column)))
    .limit(most);
}

function keyIn({ table, key }: SealedTable, row: Row): unknown[] {
  const columns = Object.entries(getTableColumns(table));
  return key.map((column) => row[columns.find(([, one]) => one === column)?.[0] ?? ""]);
}

function resealBatch(platform: Platform, sealed: SealedTable, after: Row | undefined) {
  const { table, key } = sealed;
  return platform.write(async ({ db, vault }) => {
    const rows: Row[] = await sealedRows(db, sealed, { after, most: BATCH_ROWS }).for("update");
    let resealed = 0;
    for (const row of rows) {
      const changes = changesOf(vault, sealed, row);
      if (Object.keys(changes).length === 0) continue;
      const values = keyIn(sealed, row);
      const isIt = and(...key.map((column, index) => eq(column, values[index])));
      await db.update(table).set(changes).where(isIt);
      resealed += 1;
    }
    return { last: rows.length === BATCH_ROWS ? rows.at(-1) : undefined, resealed };
  });
}

function isAfter(key: readonly PgColumn[], values: readonly unknown[]): SQL {
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  const given = key.map((column, index) => sql`${sql.param(values[index], column)}`);
  return sql`(${list(key.map((column) => sql`${column}`))}) > (${list(given)})`;
}

/** Returns the updates that free a row from earlier secrets. */
function changesOf(vault: Vault, { purposes, derive }: SealedTable, row: Row): Row {
  const changes: Row = {};
  for (const [name, purposeOf] of Object.entries(purposes)) {
    const purpose = purposeOf(row as never);
    const value = row[name];
    const kept = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    const anew = kept.map((sealed) => vault.reseal(purpose, sealed));
    if (!anew.some(Boolean)) continue;
    const sealed = anew.map((one, index) => one?.sealed ?? kept[index]);
    changes[name] = Array.isArray(value) ? sealed : sealed[0];
    for (const one of anew) if (one) Object.assign(changes, derive?.(vault, one.text));
  }
  return changes;
}
