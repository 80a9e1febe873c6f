import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { Database, Db } from "./db/database.ts";

const CHANNEL = "fanfare_signals";

/** An event that a slice announces: a past-tense name and the shape of what it carries. */
export interface EventType<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
}

export interface Announcement {
  name: string;
  payload: unknown;
}

type Handler = (payload: unknown) => void | Promise<void>;

/**
 * Carries announcements to every node: to this one directly after the commit, before the writer is answered; to the
 * others by NOTIFY, which PostgreSQL delivers with the commit.
 */
export class Signals {
  readonly #handlers = new Map<string, Handler[]>();
  readonly #gapHandlers: (() => void)[] = [];
  readonly #database: Database;
  readonly #node: string;

  constructor(database: Database, node: string) {
    this.#database = database;
    this.#node = node;
  }

  on<Payload>(event: EventType<Payload>, handler: (payload: Payload) => void | Promise<void>): void {
    const handlers = this.#handlers.get(event.name) ?? [];
    handlers.push((payload) => handler(event.payload.parse(payload)));
    this.#handlers.set(event.name, handlers);
  }

  /** Called when announcements of other nodes may have been missed. */
  onGap(handler: () => void): void {
    this.#gapHandlers.push(handler);
  }

  start(): Promise<void> {
    return this.#database.listen(CHANNEL, {
      onMessage: (message) => this.#hear(message),
      onGap: () => {
        for (const handler of this.#gapHandlers) handler();
      },
    });
  }

  /** Puts the announcements into the transaction, so that other nodes hear of a commit and never of a rollback. */
  async send(db: Db, announcements: Announcement[]): Promise<void> {
    if (this.#database.kind === "pglite") return;
    for (const announcement of announcements) {
      const message = JSON.stringify({ node: this.#node, ...announcement });
      await db.execute(sql`select pg_notify(${CHANNEL}, ${message})`);
    }
  }

  async deliver(announcements: Announcement[]): Promise<void> {
    for (const { name, payload } of announcements) {
      for (const handler of this.#handlers.get(name) ?? []) await handler(payload);
    }
  }

  #hear(message: string): void {
    const { node, name, payload } = JSON.parse(message) as Announcement & { node: string };
    if (node !== this.#node) void this.deliver([{ name, payload }]);
  }
}
