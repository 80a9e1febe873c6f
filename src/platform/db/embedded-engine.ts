/* Opens the embedded database in the thread that asks, which it then blocks while a statement runs. */
import { PGlite, types } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PrivateFS } from "./private-folder.ts";

/**
 * PostgreSQL's own cache, on top of the system's. PGlite fills its default of 128 MB with zeros at startup,
 * which made it the largest part of an idle process's memory.
 */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Timestamps and dates, and arrays of them. Drizzle expects them as PostgreSQL writes them. */
export const TIMES = [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ];
const ARRAYS_OF_TIMES = [1182, 1115, 1185];
/** Arrays of booleans, integers, texts, JSON, floats, and UUIDs. */
const ARRAYS = [1000, 1005, 1007, 1016, 1009, 1015, 199, 3807, 1021, 1022, 2951];

/**
 * PGlite copies its list of parsers for every query that brings some, and its list has an array for every
 * type and every table's rows. Even without the rows', copying took an eighth of a query's time.
 */
function limitParsers({ parsers }: PGlite): void {
  const kept = new Set([...Object.keys(types.parsers), ...ARRAYS.map(String)]);
  for (const type of Object.keys(parsers)) if (!kept.has(type)) delete parsers[type];
  for (const type of [...TIMES, ...ARRAYS_OF_TIMES]) parsers[type] = (text) => text;
}

/** Uses Node's own hexadecimal conversion: PGlite's took a tenth of a second for a picture. */
function passBytesQuickly({ parsers, serializers }: PGlite): void {
  parsers[types.BYTEA] = (text) => Buffer.from(text.slice("\\x".length), "hex");
  serializers[types.BYTEA] = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    `\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
}

/** Only one process may have a folder open. */
export async function openEmbedded(folder: string): Promise<PGlite> {
  const fs = new PrivateFS(folder);
  // `pg_trgm` is for searching lists (`list.ts`), `btree_gin` for filtering contacts by several fields at
  // once.
  const extensions = { pg_trgm, btree_gin };
  const database = await PGlite.create({ fs, extensions, startParams: START_PARAMS });
  limitParsers(database);
  passBytesQuickly(database);
  return database;
}
