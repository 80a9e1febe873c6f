import { randomFillSync, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { uuidv7 } from "#src/lib/ids.ts";
import type { Platform, Tx } from "./context.ts";
import type { Database } from "./db/database.ts";
import type { Geo } from "./geo/geo.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { Limits } from "./limits.ts";
import type { Outbound } from "./outbound/outbound.ts";
import { type Announcement, Signals } from "./signals.ts";

export interface PlatformParts {
  database: Database;
  /** Keeps addresses that attempts are counted by from being read in the database. */
  secret: string;
  jobs: Jobs;
  geo: Geo;
  outbound: Outbound;
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
    log,
    instance,
    now,
    limits: new Limits(database.orm, secret),
    newId: () => uuidv7(now().getTime(), randomFillSync),
    async write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const announced: Announcement[] = [];
      const result = await database.orm.transaction(async (db) => {
        const value = await work({
          db,
          announce: (event, payload) => void announced.push({ name: event.name, payload }),
          enqueue: (job, data, delaySeconds) => jobs.enqueue(db, { job, data, delaySeconds }),
        });
        await signals.send(db, announced);
        return value;
      });
      await signals.deliver(announced);
      return result;
    },
  };
}
