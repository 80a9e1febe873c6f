import type { Logger } from "pino";
import type { Database, Db } from "./db/database.ts";
import type { Geo } from "./geo/geo.ts";
import type { JobType } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { EventType, Signals } from "./signals.ts";

/** An open transaction. What it announces and enqueues happens with its commit, or not at all. */
export interface Tx {
  db: Db;
  announce<Payload>(event: EventType<Payload>, payload: Payload): void;
  /** With a delay the job begins that much later at the earliest. */
  enqueue<Data extends object>(job: JobType<Data>, data: Data, delaySeconds?: number): Promise<void>;
}

/** What every verb may use of the process it runs in. Tests bring their own clock, ids and randomness. */
export interface Platform {
  db: Db;
  database: Database;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  now(): Date;
  newId(): string;
  log: Logger;
  geo: Geo;
  limits: Limits;
  outbound: Outbound;
  signals: Signals;
  /**
   * How this instance calls itself, where it and its pages are (no trailing slash), and which plans its environment asks
   * for; empty where it leaves that to the founder.
   */
  instance: { name: string; publicUrl: string; pagesUrl: string; supportAddress: string; plans: string };
}

/** The person signed in. */
export interface Person {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  role: string;
}

/** What a request tells of whoever sent it. The address is for counting attempts and finding a place; nobody stores it. */
export interface RequestFacts {
  address: string;
  userAgent: string;
  /** The host that was asked for, with its port. */
  host: string;
  /** True for a browser that holds a session's cookie, valid or not. */
  holdsSession?: boolean;
  /** What the browser says for its visitor: Global Privacy Control and Do Not Track. */
  signals: { gpc: boolean; dnt: boolean };
}

/** The first argument of a verb that anybody may call. */
export interface Visit extends Platform {
  request: RequestFacts;
}

/** A verb's first argument: who acts (`actor`), for which account (the owner's user id), with what. */
export interface Ctx extends Visit {
  actor: Person;
  account: string;
  /** Whether the actor's session still holds: for what goes on after the answer has begun. */
  isSignedIn(): Promise<boolean>;
}
