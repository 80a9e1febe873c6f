import type { Logger } from "pino";
import type { Database, Db } from "./db/database.ts";
import type { Geo } from "./geo/geo.ts";
import type { JobType } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { EventType, Signals } from "./signals.ts";

/** What every verb may use of the process it runs in. Tests bring their own clock, ids and randomness. */
export interface Platform {
  /** The database; within `write` the open transaction. */
  db: Db;
  database: Database;
  /**
   * Passes on the same context with everything in one transaction: all of it happens, or nothing. A `write` within joins
   * it, so verbs that write may call each other with what they were passed; one that fails is undone even if its caller
   * goes on without it.
   */
  write<C extends Platform, T>(this: C, work: (ctx: C) => Promise<T>): Promise<T>;
  /** Told to every node with the commit. */
  announce<Payload>(event: EventType<Payload>, payload: Payload): Promise<void>;
  /** Enqueued with the commit; with a delay the job begins that much later at the earliest. */
  enqueue<Data extends object>(job: JobType<Data>, data: Data, delaySeconds?: number): Promise<void>;
  now(): Date;
  newId(): string;
  log: Logger;
  geo: Geo;
  limits: Limits;
  outbound: Outbound;
  mail: Mail;
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
