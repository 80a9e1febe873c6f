import { AsyncLocalStorage } from "node:async_hooks";
import { randomFillSync, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { uuidv7 } from "#src/lib/ids.ts";
import type { Platform } from "./context.ts";
import type { Database } from "./db/database.ts";
import type { Geo } from "./geo/geo.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { Limits } from "./limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { Outbound } from "./outbound/outbound.ts";
import { type Announcement, Signals } from "./signals.ts";

export interface PlatformParts {
  database: Database;
  /** Keeps addresses that attempts are counted by from being read in the database. */
  secret: string;
  jobs: Jobs;
  geo: Geo;
  outbound: Outbound;
  mail: Mail;
  log: Logger;
  instance: Platform["instance"];
  now?: () => Date;
}

/** Builds what verbs work with. */
export function createPlatform({
  database,
  secret,
  jobs,
  geo,
  outbound,
  mail,
  log,
  instance,
  now = () => new Date(),
}: PlatformParts): Platform {
  const signals = new Signals(database, randomUUID());
  return {
    db: database.orm,
    database,
    signals,
    geo,
    outbound,
    mail,
    log,
    instance,
    now,
    limits: new Limits(database.orm, secret),
    newId: () => uuidv7(now().getTime(), randomFillSync),
    async write<C extends Platform, T>(this: C, work: (ctx: C) => Promise<T>): Promise<T> {
      const announced: Announcement[] = [];
      const value = await alone(() =>
        transact({ ctx: this, jobs, announced }, async (ctx) => {
          const done = await work(ctx);
          await signals.send(ctx.db, announced);
          return done;
        }),
      );
      await signals.deliver(announced);
      return value;
    },
    announce(event, payload) {
      return this.write((ctx) => ctx.announce(event, payload));
    },
    enqueue(job, data, delaySeconds) {
      return this.write((ctx) => ctx.enqueue(job, data, delaySeconds));
    },
  };
}

interface Transaction<C> {
  /** What it begins from: the database, or the transaction that it joins. */
  ctx: C;
  jobs: Jobs;
  /** Gathers what is announced. */
  announced: Announcement[];
}

/** Runs `work` in a transaction, or, where one is open already, in a savepoint of it. */
function transact<C extends Platform, T>(
  { ctx, jobs, announced }: Transaction<C>,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction((db) =>
    work({
      ...ctx,
      db,
      async announce(event, payload) {
        announced.push({ name: event.name, payload });
      },
      enqueue: (job, data, delaySeconds) => jobs.enqueue(db, { job, data, delaySeconds }),
      async write<D extends Platform, U>(this: D, nested: (ctx: D) => Promise<U>): Promise<U> {
        const within: Announcement[] = [];
        const value = await transact({ ctx: this, jobs, announced: within }, nested);
        announced.push(...within);
        return value;
      },
    }),
  );
}

const open = new AsyncLocalStorage<{ ended: boolean }>();

/**
 * Whoever is in a transaction and begins another one waits for themselves on the embedded database, and sees none of
 * their own changes on PostgreSQL.
 */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (open.getStore()?.ended === false) {
    throw new Error("A transaction is open. Go on with the context that its `write` has passed on.");
  }
  const transaction = { ended: false };
  try {
    return await open.run(transaction, work);
  } finally {
    transaction.ended = true;
  }
}
