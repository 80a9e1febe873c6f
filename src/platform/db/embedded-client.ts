/* The main thread's client of the embedded database, which runs in its own thread (`embedded-thread.ts`). */
import { Worker } from "node:worker_threads";
import type { PGlite, Results } from "@electric-sql/pglite";
import type { Call, ThreadMessage, ThreadRequest } from "./embedded-thread.ts";
import { noteStatement } from "./statement-times.ts";

/** The part of PGlite that Drizzle needs. */
export type Client = Pick<PGlite, "query" | "transaction">;

const OPENED = 0;
const CLOSED = new Error("The embedded database is closed.");

/** The compiled program is next to the compiled caller. */
const PROGRAM = import.meta.url.endsWith(".ts") ? "./embedded-thread.ts" : "./embedded-thread.js";

export class EmbeddedClient implements Client {
  readonly #thread: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #hearing = new Map<string, (payload: string) => void>();
  #asked = OPENED;
  #isOpen = false;
  #ended: Error | undefined;

  private constructor(folder: string) {
    this.#thread = new Worker(new URL(PROGRAM, import.meta.url), { workerData: folder });
    this.#thread.on("message", (told: ThreadMessage) => this.#hear(told));
    this.#thread.on("error", (error) => this.#end(error));
    this.#thread.on("exit", () => this.#end(CLOSED));
  }

  static async open(folder: string): Promise<EmbeddedClient> {
    const client = new EmbeddedClient(folder);
    const opened = Promise.withResolvers<unknown>();
    client.#waiting.set(OPENED, opened);
    try {
      await opened.promise;
    } catch (error) {
      await client.#thread.terminate();
      throw error;
    }
    client.#isOpen = true;
    return client;
  }

  query = ((text: string, values?: unknown[], options?: { rowMode?: string }) =>
    this.#query(undefined, { text, values, isArrays: options?.rowMode === "array" })) as PGlite["query"];

  /** Parses timestamps and dates, which Drizzle does itself. */
  async queryParsed<Row>(text: string, values?: unknown[]): Promise<Results<Row>> {
    return this.#query<Row>(undefined, { text, values, isParsed: true });
  }

  async transaction<T>(work: (open: never) => Promise<T>): Promise<T> {
    const id = await this.#begin();
    const open = {
      query: (text: string, values?: unknown[], options?: { rowMode?: string }) =>
        this.#query(id, { text, values, isArrays: options?.rowMode === "array" }),
    };
    let result: T;
    try {
      result = await work(open as never);
    } catch (error) {
      await this.#ask({ do: "roll back" }, id);
      throw error;
    }
    await this.#ask({ do: "commit" }, id);
    return result;
  }

  /** Runs several statements without parameters. */
  async exec(text: string): Promise<Results[]> {
    return this.#ask({ do: "exec", text }) as Promise<Results[]>;
  }

  /** Calls `hear` for each notification on a channel, until the end. */
  async listen(channel: string, hear: (payload: string) => void): Promise<void> {
    this.#hearing.set(channel, hear);
    await this.#ask({ do: "listen", channel });
  }

  /** Copies the database as it is now into a folder that isn't there yet. Everything else waits for it. */
  async copyTo(folder: string): Promise<void> {
    await this.#ask({ do: "copy", folder });
  }

  async close(): Promise<void> {
    await this.#ask({ do: "close" });
    this.#isOpen = false;
    await this.#thread.terminate();
  }

  async #begin(): Promise<number> {
    const asking = this.#ask({ do: "begin" });
    const id = this.#asked;
    await asking;
    return id;
  }

  #query<Row>(
    transaction: number | undefined,
    asked: { text: string; values: unknown[] | undefined; isArrays?: boolean; isParsed?: boolean },
  ): Promise<Results<Row>> {
    const { text, values = [], isArrays = false, isParsed = false } = asked;
    const call: Call = { do: "query", text, values: values.map(alone), isArrays, isParsed };
    const begun = performance.now();
    const result = this.#ask(call, transaction) as Promise<Results<Row>>;
    const note = () => noteStatement(text, performance.now() - begun);
    result.then(note, note);
    return result;
  }

  #ask(call: Call, transaction?: number): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const asked: ThreadRequest = { id: ++this.#asked, transaction, call };
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(asked.id, waiting);
    this.#thread.postMessage(asked);
    return waiting.promise;
  }

  #hear(told: ThreadMessage): void {
    if ("channel" in told) {
      this.#hearing.get(told.channel)?.(told.payload);
      return;
    }
    const waiting = this.#waiting.get(told.id);
    this.#waiting.delete(told.id);
    if (told.error) waiting?.reject(Object.assign(new Error(), told.error));
    else waiting?.resolve(told.value);
  }

  /** An open process can't do anything without its database, so it ends. */
  #end(error: unknown): void {
    this.#ended ??= error as Error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
    if (this.#isOpen) throw error;
  }
}

/** Copies a view of a buffer, because posting it would otherwise copy the whole underlying buffer. */
function alone(value: unknown): unknown {
  const isPart = value instanceof Uint8Array && value.byteLength < value.buffer.byteLength;
  return isPart ? new Uint8Array(value) : value;
}
