import { execFile } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { type ParserOptions, PGlite, types } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { drizzle } from "drizzle-orm/pglite";
import { fromPglite } from "pg-boss";
import { StartRefusal } from "#src/lib/errors.ts";
import { sqlStateOf } from "./clashes.ts";
import { type Database, type Db, IDLE_MS_MAX } from "./database.ts";
import { requireNoneOpen } from "./open-transaction.ts";
import { closeFolder, PrivateFS } from "./private-folder.ts";

/**
 * PostgreSQL's own cache, on top of the system's. PGlite fills its default of 128 MB with zeros at startup,
 * which made it the largest part of an idle process's memory.
 */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Opens the embedded database in `folder`, creating it on the first start. Refuses a damaged one. */
export async function openPglite(folder: string): Promise<Database> {
  try {
    if (isMissing(folder)) await initialize(folder);
    // Without this file PGlite would create a new database on top of what's left of the old one.
    if (!existsSync(join(folder, "PG_VERSION"))) throw new Error("PG_VERSION is missing");
    const fs = new PrivateFS(folder);
    // Searching lists needs the one (`list.ts`), filtering contacts by several things at once the other.
    const extensions = { pg_trgm, btree_gin };
    const pglite = await PGlite.create({ fs, extensions, startParams: START_PARAMS });
    keepFewParsers(pglite);
    passBytesQuickly(pglite);
    return pgliteDatabase(pglite);
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

/** Moments and days, and those in arrays. Drizzle wants them as PostgreSQL writes them. */
const TIMES = [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ];
const ARRAYS_OF_TIMES = [1182, 1115, 1185];
/** Of booleans, whole numbers, texts, JSON, fractions and UUIDs. */
const ARRAYS = [1000, 1005, 1007, 1016, 1009, 1015, 199, 3807, 1021, 1022, 2951];

/** How everyone but Drizzle wants them, as `pg` does it. */
const PARSED_TIMES = Object.fromEntries(TIMES.map((type) => [type, types.parsers[type]])) as ParserOptions;

/**
 * PGlite copies its list of parsers for every query that brings some, and its list has an array of every type and of
 * every table's rows. Even without the rows', copying it took an eighth of a query's time.
 */
function keepFewParsers({ parsers }: PGlite): void {
  const kept = new Set([...Object.keys(types.parsers), ...ARRAYS.map(String)]);
  for (const type of Object.keys(parsers)) if (!kept.has(type)) delete parsers[type];
  for (const type of [...TIMES, ...ARRAYS_OF_TIMES]) parsers[type] = (text) => text;
}

/** With Node's own hexadecimal: PGlite's took a tenth of a second for a picture, in which nobody else got on. */
function passBytesQuickly({ parsers, serializers }: PGlite): void {
  parsers[types.BYTEA] = (text) => Buffer.from(text.slice("\\x".length), "hex");
  serializers[types.BYTEA] = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    `\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
}

type Client = Pick<PGlite, "query" | "transaction">;

/** How long statements follow each other before the process gets to its other work. */
const TURN_MS = 10;
let turnedAt = 0;

/**
 * Nothing here waits for a network, so work of many statements would otherwise keep the process from everything else,
 * such as answering from its caches, until it's done.
 */
async function takeTurns(): Promise<void> {
  if (performance.now() - turnedAt < TURN_MS) return;
  await setImmediate();
  turnedAt = performance.now();
}

/** Drizzle brings the same parsers to every query. They're PGlite's own by then, so nothing needs to be copied. */
function forDrizzle(client: Client): Client {
  return {
    query: async (text, values, options) => {
      await takeTurns();
      return client.query(text, values, options?.rowMode && { rowMode: options.rowMode });
    },
    transaction: (work) => client.transaction((open) => work(forDrizzle(open as unknown as Client) as never)),
  };
}

/** The one connection, for those who aren't in a transaction. */
function outside(client: Client): Client {
  return {
    query: (...asked) => {
      requireNoneOpen();
      return client.query(...asked);
    },
    transaction: (work) => {
      requireNoneOpen();
      return client.transaction((open) => neverIdle(open as unknown as Client, work as never, IDLE_MS_MAX));
    },
  };
}

/** Everyone waits for the one connection, so a transaction that leaves it idle for too long is undone. */
export async function neverIdle<T>(
  open: Client,
  work: (open: Client) => Promise<T>,
  msMax: number,
): Promise<T> {
  const idle = Promise.withResolvers<never>();
  const give = () => idle.reject(new Error(`A transaction did nothing for ${msMax} ms, so it was undone.`));
  let timer = setTimeout(give, msMax);
  const watched: Client = {
    async query(...asked) {
      clearTimeout(timer);
      try {
        return (await open.query(...asked)) as never;
      } finally {
        clearTimeout(timer);
        timer = setTimeout(give, msMax);
      }
    },
    transaction: open.transaction,
  };
  try {
    return await Promise.race([work(watched), idle.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** As pg-boss expects it. */
function forJobs(pglite: PGlite): Pick<PGlite, "query" | "exec"> {
  return {
    async query(text, values) {
      await takeTurns();
      return pglite.query(text, values, { parsers: PARSED_TIMES });
    },
    exec: (text) => pglite.exec(text, { parsers: PARSED_TIMES }),
  };
}

function damaged(folder: string, cause: unknown): StartRefusal {
  return new StartRefusal(
    `The database in ${folder} is damaged and can't be opened. Restore a backup of the data folder, or choose another one with --data.`,
    { cause },
  );
}

/** PostgreSQL's error classes for internal errors and for files it can't read. */
const DAMAGE = /^(XX|58)/;

/**
 * What to say when one of the first statements fails: the database in `folder` opened, but parts of it are
 * damaged.
 */
export function refusalOfDamage(error: unknown, folder: string): unknown {
  // The name of a WebAssembly.RuntimeError. Only the DOM's typings have the class.
  const isTrap = error instanceof Error && error.name === "RuntimeError";
  return DAMAGE.test(sqlStateOf(error)) || isTrap ? damaged(folder, error) : error;
}

function isMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

const INITIALIZE =
  "require(process.argv[1]).PGlite.create(process.argv[2]).then((database) => database.close())";

/**
 * Creates the database next to its final location, so that an interrupted first start doesn't leave half a
 * database there. It runs in a separate process, because the memory it takes is never released.
 */
async function initialize(folder: string): Promise<void> {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  // Compiling it well takes longer than it runs.
  await promisify(execFile)(process.execPath, ["--liftoff-only", "-e", INITIALIZE, pglite, beside]);
  closeFolder(beside);
  rmSync(folder, { recursive: true, force: true });
  renameSync(beside, folder);
}

/** Wraps an open PGlite. Its one connection runs all statements in turn, so keep transactions short. */
export function pgliteDatabase(pglite: PGlite): Database {
  return {
    kind: "pglite",
    orm: drizzle({ client: outside(forDrizzle(pglite)) as PGlite }) as unknown as Db,
    jobs: {
      db: {
        ...fromPglite(forJobs(pglite) as PGlite),
        listen: (channel, hear) => listen(pglite, channel, hear),
      },
    },
    async run<Row>(statement: { text: string }, values: unknown[]) {
      requireNoneOpen();
      await takeTurns();
      const result = await pglite.query<Row>(statement.text, values, { parsers: PARSED_TIMES });
      return result.rows;
    },
    async script(text) {
      await pglite.exec(text);
    },
    async listen() {},
    close: () => pglite.close(),
  };
}

/** Jobs are announced with NOTIFY, as on a server: the one connection hears its own commits. */
async function listen(pglite: PGlite, channel: string, hear: (payload: string) => void) {
  const close = await pglite.listen(`"${channel}"`, hear);
  return { close: () => close() };
}
