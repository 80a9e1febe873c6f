/*
 * The thread of the embedded database. It's PostgreSQL in this process and blocks its thread while a
 * statement runs, so it gets a thread that doesn't serve visitors. `embedded-client.ts` talks to it.
 */
import { constants, cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { type ParserOptions, type PGlite, type Transaction, types } from "@electric-sql/pglite";
import { openEmbedded, TIMES } from "./embedded-engine.ts";

/** A request, in the database itself or in an open transaction. */
export type Call =
  | { do: "query"; text: string; values: unknown[]; isArrays: boolean; isParsed: boolean }
  | { do: "exec"; text: string }
  | { do: "listen"; channel: string }
  | { do: "begin" }
  | { do: "commit" }
  | { do: "roll back" }
  | { do: "copy"; folder: string }
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

/** Parsed the way `pg` does it, for everything but Drizzle. */
const PARSED_TIMES = Object.fromEntries(TIMES.map((type) => [type, types.parsers[type]])) as ParserOptions;

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
    if (call.do === "copy") return this.#copy(call.folder);
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

  /**
   * Copies the files. Nothing runs meanwhile, so what's copied is what a power failure would leave: opening it brings
   * back everything that was committed.
   */
  async #copy(folder: string): Promise<void> {
    await this.#database.exec("checkpoint");
    cpSync(workerData as string, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
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

try {
  const thread = new Thread(await openEmbedded(workerData as string));
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
