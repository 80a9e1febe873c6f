/*
 * Writes a backup: all rows as of one moment, and the pictures that are elsewhere. It streams, so that it takes no more
 * memory for more rows.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { writeBackupFile } from "./backup-file.ts";
import {
  type CatalogTable,
  listMigrations,
  listSequences,
  listTables,
  sequenceSchema,
  tableSchema,
} from "./catalog.ts";
import type { RecordPart } from "./records.ts";
import { type CopiedTable, type RowConnection, tableName } from "./row-connection.ts";

/** What begins a backup. */
export const openingSchema = z.object({
  created_at: z.string(),
  fanfare: z.string(),
  kind: z.enum(["pglite", "postgres"]),
  migrations: z.array(z.number()),
  /** What the instance seals and signs with. Empty in a backup that anyone can read. */
  secret: z.string(),
  /** Tells whether a secret is the one, without revealing it. */
  secret_mark: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
});
export type Opening = z.infer<typeof openingSchema>;

export const tableSummarySchema = z.object({
  table: z.string(),
  rows: z.number(),
  bytes: z.number(),
  /** SHA-256 of the rows as they're in the backup. */
  digest: z.string(),
});
export type TableSummary = z.infer<typeof tableSummarySchema>;

export const objectSchema = z.object({ id: z.string(), bytes: z.number(), digest: z.string() });

/** What ends a backup. */
export const closingSchema = z.object({
  tables: z.array(tableSummarySchema),
  objects: z.number(),
  /** Pictures that S3 doesn't have anymore. */
  lost: z.number(),
});
export type Closing = z.infer<typeof closingSchema>;

/** Where pictures are that aren't in the database. */
export interface ObjectSource {
  /** The pictures that aren't in their rows. */
  list(connection: RowConnection): AsyncIterable<{ id: string; bytes: number }>;
  /** Undefined if it isn't there anymore. */
  read(picture: { id: string; bytes: number }): Promise<Uint8Array | undefined>;
}

export interface BackupOrder {
  connection: RowConnection;
  file: string;
  passphrase: string;
  /** What the instance seals and signs with. */
  secret: string;
  fanfare: string;
  objects: ObjectSource;
  now: Date;
  abortSignal?: AbortSignal | undefined;
}

export interface BackupResult extends Closing {
  file: string;
  bytes: number;
  rows: number;
  migrations: number[];
}

/** Recognizes a secret. Guessing one of 32 random bytes by it is hopeless. */
export function markOf(secret: string): string {
  return createHash("sha256").update(`fanfare.backup.secret\n${secret}`).digest("base64url").slice(0, 16);
}

export async function writeBackup(order: BackupOrder): Promise<BackupResult> {
  const { connection, file, passphrase, fanfare, now } = order;
  const created_at = now.toISOString();
  await connection.run("begin isolation level repeatable read read only");
  try {
    const opening: Opening = {
      created_at,
      fanfare,
      kind: connection.kind,
      migrations: (await listMigrations(connection)) ?? [],
      secret: passphrase === "" ? "" : order.secret,
      secret_mark: markOf(order.secret),
      tables: await listTables(connection),
      sequences: await listSequences(connection),
    };
    const closing: Closing = { tables: [], objects: 0, lost: 0 };
    const bytes = await writeBackupFile(
      { file, header: { created_at, fanfare }, passphrase },
      recordsOf(order, opening, closing),
    );
    const rows = closing.tables.reduce((sum, table) => sum + table.rows, 0);
    return { ...closing, file, bytes, rows, migrations: opening.migrations };
  } finally {
    await connection.run("rollback").catch(() => {});
  }
}

async function* recordsOf(
  order: BackupOrder,
  opening: Opening,
  closing: Closing,
): AsyncGenerator<RecordPart> {
  yield { kind: "opening", value: opening };
  for (const table of opening.tables) {
    yield { kind: "table", value: table };
    const summary = { table: tableName(table), rows: 0, bytes: 0, digest: "" };
    const copied = copiedOf(table, order.passphrase !== "");
    for await (const bytes of digested(order.connection, copied, summary)) {
      order.abortSignal?.throwIfAborted();
      yield { kind: "bytes", bytes };
    }
    closing.tables.push(summary);
    yield { kind: "table_end", value: summary };
  }
  yield* objectsOf(order, closing);
  yield { kind: "closing", value: closing };
}

/** Copies a table out and fills in what there was. */
export async function* digested(
  connection: RowConnection,
  table: CopiedTable,
  summary: TableSummary,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const rows = connection.copyOut(table, (count) => {
    summary.rows = count;
  });
  for await (const bytes of rows) {
    hash.update(bytes);
    summary.bytes += bytes.length;
    yield bytes;
  }
  summary.digest = hash.digest("hex");
}

/** In a backup that anyone can read, the rows aren't next to the key to what's sealed in them. */
function copiedOf(table: CatalogTable, isEncrypted: boolean): CopiedTable {
  const hasSecret = table.schema === "public" && table.name === "instance_values";
  return hasSecret && !isEncrypted ? { ...table, where: "name <> 'secret'" } : table;
}

async function* objectsOf({ connection, objects, abortSignal }: BackupOrder, closing: Closing) {
  for await (const picture of objects.list(connection)) {
    abortSignal?.throwIfAborted();
    const content = await objects.read(picture);
    if (!content) {
      closing.lost += 1;
      continue;
    }
    const digest = createHash("sha256").update(content).digest("hex");
    yield { kind: "object", value: { id: picture.id, bytes: content.length, digest } } as const;
    yield { kind: "bytes", bytes: content } as const;
    closing.objects += 1;
  }
}
