/*
 * The thread of the embedded database. It's PostgreSQL in this process and blocks its thread while a
 * statement runs, so it gets a thread that doesn't serve visitors. `embedded-client.ts` talks to it.
 */
import { parentPort, workerData } from "node:worker_threads";
import { type ParserOptions, PGlite, type Transaction, types } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PrivateFS } from "./private-folder.ts";

/** A request, in the database itself or in an open transaction. */
export type Call =
  | { do: "query"; text: string; values: unknown[]; isArrays: boolean; isParsed: boolean }
  | { do: "exec"; text: string }
  | { do: "listen"; channel: string }
  | { do: "begin" }
  | { do: "commit" }
  | { do: "roll back" }
  | { do: "close" };

export interface ThreadRequest {
  id: number;
  transaction: number | undefined;
  call: Call;
}

/**
 * A response to a call, or a notification from a channel. The first response has no id and means that the
 * database is open.
 */
export type ThreadMessage =
  | { id: number; value?: unknown; error?: undefined }
  | { id: number; error: { message: string } }
  | { channel: string; payload: string };

const OPENED = 0;

/**
 * PostgreSQL's own cache, on top of the system's. PGlite fills its default of 128 MB with zeros at startup,
 * which made it the largest part of an idle process's memory.
 */
const START_PARAMS = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Timestamps and dates, and arrays of them. Drizzle expects them as PostgreSQL writes them. */
const TIMES = [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ];
const ARRAYS_OF_TIMES = [1182, 1115, 1185];
/** Arrays of booleans, integers, texts, JSON, floats, and UUIDs. */
const ARRAYS = [1000, 1005, 1007, 1016, 1009, 1015, 199, 3807, 1021, 1022, 2951];

/** Parsed the way `pg` does it, for everything but Drizzle. */
const PARSED_TIMES = Object.fromEntries(TIMES.map((type) => [type, types.parsers[type]])) as ParserOptions;

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

interface Open {
  client: Transaction;
  end: PromiseWithResolvers<void>;
  done: Promise<void>;
}

const UNDONE = new Error("The transaction is undone.");

class Thread {
  readonly #database: PGlite;
  readonly #open = new Map<number, Open>();

  constructor(database: PGlite) {
    this.#database = database;
  }

  async answer({ id, transaction, call }: ThreadRequest): Promise<unknown> {
    if (call.do === "begin") return this.#begin(id);
    if (call.do === "close") return this.#database.close();
    if (call.do === "listen") return this.#listen(call.channel);
    if (call.do === "commit" || call.do === "roll back")
      return this.#end(transaction ?? 0, call.do === "commit");
    const client = transaction === undefined ? this.#database : this.#open.get(transaction)?.client;
    if (!client) throw UNDONE;
    if (call.do === "exec") return client.exec(call.text, { parsers: PARSED_TIMES });
    const { text, values, isArrays, isParsed } = call;
    return client.query(text, values, {
      ...(isArrays && { rowMode: "array" }),
      ...(isParsed && { parsers: PARSED_TIMES }),
    });
  }

  /** Resolves once it's this transaction's turn. */
  #begin(id: number): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const done = this.#database.transaction((client) => {
      this.#open.set(id, { client, end, done });
      begun.resolve();
      return end.promise;
    });
    done.catch(begun.reject);
    return begun.promise;
  }

  async #end(transaction: number, isKept: boolean): Promise<void> {
    const open = this.#open.get(transaction);
    if (!open) throw UNDONE;
    this.#open.delete(transaction);
    if (isKept) open.end.resolve();
    else open.end.reject(UNDONE);
    await open.done.catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
  }

  async #listen(channel: string): Promise<void> {
    await this.#database.listen(`"${channel}"`, (payload) => tell({ channel, payload }));
  }
}

function tell(told: ThreadMessage): void {
  parentPort?.postMessage(told);
}

/** A structured clone of an error would lose PostgreSQL's details. */
function plain(error: unknown): Error {
  const { name, message, stack } = error as Error;
  const facts = Object.entries(error as object).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(facts), name, message, stack };
}

async function open(folder: string): Promise<PGlite> {
  const fs = new PrivateFS(folder);
  // `pg_trgm` is for searching lists (`list.ts`), `btree_gin` for filtering contacts by several fields at
  // once.
  const extensions = { pg_trgm, btree_gin };
  const database = await PGlite.create({ fs, extensions, startParams: START_PARAMS });
  limitParsers(database);
  passBytesQuickly(database);
  return database;
}

try {
  const thread = new Thread(await open(workerData as string));
  parentPort?.on("message", (asked: ThreadRequest) => {
    const { id } = asked;
    thread.answer(asked).then(
      (value) => tell({ id, value }),
      (error: unknown) => tell({ id, error: plain(error) }),
    );
  });
  tell({ id: OPENED });
} catch (error) {
  tell({ id: OPENED, error: plain(error) });
}
