/* One connection that copies tables out and in: to a PostgreSQL server, or to an embedded database that nobody else has open. */
import { once } from "node:events";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { StartRefusal } from "#src/lib/errors.ts";
import { openEmbedded } from "../db/embedded-engine.ts";

export interface CopiedTable {
  schema: string;
  name: string;
  columns: readonly string[];
  /** Rows that are left out don't match this. */
  where?: string | undefined;
}

export interface RowConnection {
  readonly kind: "pglite" | "postgres";
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs statements without parameters. */
  run(text: string): Promise<void>;
  /** The rows as PostgreSQL's COPY writes them. `onEnd` is told how many there were. */
  copyOut(table: CopiedTable, onEnd: (rows: number) => void): AsyncIterable<Uint8Array>;
  /** Returns how many rows there were. `target` is a table with its columns. */
  copyIn(target: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  close(): Promise<void>;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }: Pick<CopiedTable, "schema" | "name">) =>
  `${quoted(schema)}.${quoted(name)}`;
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(", ");

/** How values are written, whatever the server's or the role's settings are. */
const FORMAT = `set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

const CONNECT_TIMEOUT_MS = 5_000;
/** How other processes recognize the connection. */
export const BACKUP_APPLICATION = "fanfare-backup";

export async function openServer(connectionString: string): Promise<RowConnection> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: BACKUP_APPLICATION,
    keepAlive: true,
  });
  // Losing it fails the statement that's under way.
  client.on("error", () => {});
  await client.connect().catch((error: Error) => {
    throw new StartRefusal(
      `The database of DATABASE_URL can't be reached (${error.message || "no answer"}). Start it, or fix DATABASE_URL.`,
    );
  });
  await client.query(FORMAT);
  return {
    kind: "postgres",
    async rows<Row>(text: string, values: unknown[] = []) {
      return (await client.query(text, values)).rows as Row[];
    },
    async run(text) {
      await client.query(text);
    },
    async *copyOut(table, onEnd) {
      const { columns, where } = table;
      // Quicker than a query.
      const source =
        where === undefined ? `${tableName(table)} (${columnList(columns)})` : `(${selectOf(table)})`;
      const stream = client.query(copyTo(`copy ${source} to stdout`));
      for await (const bytes of stream) yield bytes as Buffer;
      // The rows have ended, but the server says only after that how many they were.
      await client.query("");
      onEnd(stream.rowCount);
    },
    async copyIn(target, content) {
      const stream = client.query(copyFrom(`copy ${target} from stdin`, { highWaterMark: PORTION_BYTES }));
      const failed = once(stream, "error").then(([error]) => Promise.reject(error));
      failed.catch(() => {});
      try {
        for await (const bytes of content)
          if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), failed]);
        const finished = once(stream, "finish");
        stream.end();
        await Promise.race([finished, failed]);
      } catch (error) {
        stream.destroy(error as Error);
        throw error;
      }
      return stream.rowCount;
    },
    close: () => client.end(),
  };
}

function selectOf({ columns, where, ...table }: CopiedTable): string {
  return `select ${columnList(columns)} from ${tableName(table)}${where === undefined ? "" : ` where ${where}`}`;
}

/** The embedded database collects what it's asked for in memory, so it's asked for some pages at a time. */
const PORTION_BYTES = 4 * 1024 * 1024;

/** Opens a database in a folder that nobody else has open. */
export async function openFolder(folder: string): Promise<RowConnection> {
  const database = await openEmbedded(folder);
  await database.exec(FORMAT);
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await database.query<Row>(text, values)).rows;
  return {
    kind: "pglite",
    rows,
    async run(text) {
      await database.exec(text);
    },
    copyOut: (table, onEnd) => copyPortions(database, table, onEnd),
    async copyIn(target, content) {
      let count = 0;
      for await (const portion of wholeLines(content)) {
        const blob = new Blob([portion as Uint8Array<ArrayBuffer>]);
        const { affectedRows = 0 } = await database.query(`copy ${target} from '/dev/blob'`, [], { blob });
        count += affectedRows;
      }
      return count;
    },
    close: () => database.close(),
  };
}

async function* copyPortions(
  database: PGlite,
  table: CopiedTable,
  onEnd: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  const sizes = await database.query<{ pages: number; bytes: number }>(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::int as pages, pg_table_size($1::regclass) as bytes`,
    [tableName(table)],
  );
  const { pages = 0, bytes = 0 } = sizes.rows[0] ?? {};
  const step = Math.max(1, Math.floor((Number(pages) * PORTION_BYTES) / Math.max(1, Number(bytes))));
  let count = 0;
  for (let page = 0; page < Number(pages); page += step) {
    const range = `ctid >= '(${page},0)' and ctid < '(${page + step},0)'`;
    const where = table.where === undefined ? range : `${range} and (${table.where})`;
    const { blob, affectedRows = 0 } = await database.query(
      `copy (${selectOf({ ...table, where })}) to '/dev/blob'`,
    );
    count += affectedRows;
    if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
  }
  onEnd(count);
}

const NEW_LINE = 10;

/** Gathers pieces of about the portion's size that end where a row ends. */
async function* wholeLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < PORTION_BYTES) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    waiting = [all.subarray(end)];
    bytes = all.length - end;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
