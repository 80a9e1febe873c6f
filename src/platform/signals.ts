import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import * as z from "zod";
import type { Database, Db } from "./db/database.ts";

const CHANNEL = "fanfare_signals";
/** PostgreSQL rejects a NOTIFY of 8,000 bytes and rolls back the whole transaction. */
const MESSAGE_BYTES_MAX = 7_999;

/**
 * A cache invalidation: a name and the shape of its payload. Don't use it to carry data, since a signal may
 * be missed.
 */
export interface SignalType<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
}

export interface Signal {
  name: string;
  payload: unknown;
}

/**
 * The message between nodes. Without a signal, it says that one was too long, so its recipients have missed
 * something.
 */
const messageSchema = z.object({
  node: z.string(),
  name: z.string().optional(),
  payload: z.unknown(),
});

type Handler = (payload: unknown) => void | Promise<void>;

/**
 * Invalidates caches on every node, at most once: on this node right after the commit, before the writer gets
 * its response; on the others through NOTIFY, which PostgreSQL delivers with the commit. Anything missed or
 * unreadable counts as a gap, and a gap clears all caches.
 */
export class Signals {
  readonly #handlers = new Map<string, Handler[]>();
  readonly #gapHandlers: (() => void)[] = [];
  readonly #database: Database;
  readonly #node: string;
  readonly #log: Logger;

  constructor(database: Database, node: string, log: Logger) {
    this.#database = database;
    this.#node = node;
    this.#log = log;
  }

  on<Payload>(signal: SignalType<Payload>, handler: (payload: Payload) => void | Promise<void>): void {
    const handlers = this.#handlers.get(signal.name) ?? [];
    handlers.push((payload) => handler(signal.payload.parse(payload)));
    this.#handlers.set(signal.name, handlers);
  }

  /** Called when signals from other nodes may have been missed. */
  onGap(handler: () => void): void {
    this.#gapHandlers.push(handler);
  }

  start(): Promise<void> {
    return this.#database.listen(CHANNEL, {
      onMessage: (message) => void this.#hear(message),
      onGap: () => this.#gap(),
    });
  }

  /** Adds the signals to the transaction, so that other nodes learn of commits and never of rollbacks. */
  async send(db: Db, signals: Signal[]): Promise<void> {
    if (this.#database.kind === "pglite") return;
    for (const signal of signals) {
      const full = JSON.stringify({ node: this.#node, ...signal });
      const fits = Buffer.byteLength(full) <= MESSAGE_BYTES_MAX;
      const message = fits ? full : JSON.stringify({ node: this.#node });
      await db.execute(sql`select pg_notify(${CHANNEL}, ${message})`);
    }
  }

  /**
   * Handles signals on this node. If a handler fails, something stale has survived, so all caches are cleared
   * instead.
   */
  async deliver(signals: Signal[]): Promise<void> {
    for (const { name, payload } of signals) {
      for (const handler of this.#handlers.get(name) ?? []) {
        try {
          await handler(payload);
        } catch (error) {
          this.#log.warn({ err: error, signal: name }, "signal not understood");
          this.#gap();
        }
      }
    }
  }

  /** Nodes of another version may send messages that this one can't read. */
  async #hear(text: string): Promise<void> {
    let message: z.output<typeof messageSchema>;
    try {
      message = messageSchema.parse(JSON.parse(text));
    } catch (error) {
      this.#log.warn({ err: error }, "signal not understood");
      return this.#gap();
    }
    const { node, name, payload } = message;
    if (node === this.#node) return;
    if (name === undefined) this.#gap();
    else await this.deliver([{ name, payload }]);
  }

  #gap(): void {
    for (const handler of this.#gapHandlers) {
      try {
        handler();
      } catch (error) {
        this.#log.error({ err: error }, "gap handler failed");
      }
    }
  }
}
