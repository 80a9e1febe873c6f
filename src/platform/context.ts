import type { Logger } from "pino";
import type { Permission, Role, StaffRole } from "#src/lib/access.ts";
import type { EventDraft, EventType } from "#src/lib/event.ts";
import type { Language } from "#src/lib/language.ts";
import type { Vault } from "./crypto/vault.ts";
import type { Database, Db } from "./db/database.ts";
import type { Dns } from "./dns/dns.ts";
import type { Egress } from "./egress.ts";
import type { Geo } from "./geo/geo.ts";
import type { ProxyWatch } from "./geo/proxy-watch.ts";
import type { GmailClient } from "./gmail.ts";
import type { EnqueueOptions, JobType } from "./jobs/job-types.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { SafeFetch } from "./outbound/safe-fetch.ts";
import type { Push } from "./push/push.ts";
import type { Settings } from "./settings.ts";
import type { Signals, SignalType } from "./signals.ts";
import type { StripeAccess } from "./stripe.ts";

/** The parts of the process that any verb may use. Tests supply their own clock, ids, and randomness. */
export interface Platform {
  /** The process itself, unless a request or a job says otherwise. */
  actor: Actor;
  /** The database, or inside `write` the open transaction. */
  db: Db;
  database: Database;
  /**
   * Runs `work` in one transaction: all of it happens, or none. A nested `write` joins in, so writing verbs
   * may call each other with the context they were passed. If one fails, its changes are undone even if its
   * caller carries on. `work` runs again if another transaction got in its way.
   */
  write<C extends Platform, T>(this: C, work: (ctx: C) => Promise<T>): Promise<T>;
  /** Records, in the same transaction, that something happened, and queues a job for each subscriber. */
  announce<C extends Platform, Payload extends object>(
    this: C,
    event: EventType<Payload>,
    news: EventDraft<C, Payload>,
  ): Promise<void>;
  /**
   * Drops caches on every node when the transaction commits. A node that may have missed it clears them all.
   */
  invalidate<Payload>(signal: SignalType<Payload>, payload: Payload): Promise<void>;
  /** Queued when the transaction commits. */
  enqueue<Data extends object>(job: JobType<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /**
   * Tells long-running work to stop, because its job was canceled or took too long, or because the process is
   * stopping.
   */
  abortSignal: AbortSignal;
  /**
   * Adds to the progress of the current job, if someone follows it, and throws once they've canceled it. Call
   * it in the transaction of the work it counts, so that neither happens without the other.
   */
  progress<C extends Platform>(this: C, steps: number): Promise<void>;
  now(): Date;
  newId(): string;
  log: Logger;
  geo: Geo;
  /** Whether visitors can be told apart behind the proxies in front of the process. */
  proxies: ProxyWatch;
  limits: Limits;
  vault: Vault;
  outbound: SafeFetch;
  dns: Dns;
  mail: Mail;
  jobs: Jobs;
  egress: Egress;
  signals: Signals;
  /** What the founder has set for the whole instance, kept up to date. */
  settings: Settings;
  /** Where payments are taken. Undefined without its keys. */
  stripe: StripeAccess | undefined;
  /** How Google knows this instance. Undefined without its keys. */
  gmail: GmailClient | undefined;
  /** How messages reach browsers that are closed. Undefined without its keys. */
  push: Push | undefined;
  /** The URLs of this instance and of its pages, without a trailing slash, and whether Google knows it. */
  instance: {
    readonly publicUrl: string;
    /** The founder may change it while the process runs. */
    readonly pagesUrl: string;
    /** Where pictures are loaded from, or empty. */
    readonly cdnUrl: string;
    readonly offersGoogle: boolean;
  };
}

/** The signed-in person. */
export interface Person {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  /** When their account will be deleted, if they've asked for that. */
  deletion_due_at: string | null;
  /** Their role in the instance: a `StaffRole`, or "user". */
  role: string;
}

/** Someone on a public page. Whether they're also signed in doesn't matter there. */
export interface Visitor {
  type: "visitor";
}

/** A member of the account. Includes the owner. */
export interface Member {
  type: "person";
  person: Person;
  role: Role;
  sessionId: string;
}

/** A program with one of the account's API keys. */
export interface ApiKey {
  type: "api-key";
  id: string;
  /** The id of the person who made it. */
  maker: string;
  /** Their current role. */
  role: Role;
  permissions: readonly Permission[];
}

/** The instance's staff. With an account in the context, they act for its owner. */
export interface Staff {
  type: "staff";
  person: Person;
  role: StaffRole;
}

/** The process itself, in a background job or at startup. */
export interface System {
  type: "system";
  job: string;
}

export type Actor = Visitor | Member | ApiKey | Staff | System;

/**
 * What a request reveals about its sender. The IP address is for rate limits and geolocation and is never
 * stored.
 */
export interface RequestFacts {
  address: string;
  userAgent: string;
  /** The requested host, with its port. */
  host: string;
  /** True if the browser sent a session cookie, valid or not. */
  holdsSession?: boolean;
  /** What its sender reads. Not the browser's: only our own pages ask for another one than English. */
  language?: Language;
  /** True if the sender wants what we don't know left out rather than refused (`Prefer: handling=lenient`, RFC 7240). */
  isLenient?: boolean;
  /** The browser's privacy signals: Global Privacy Control and Do Not Track. */
  signals: { gpc: boolean; dnt: boolean };
}

/** The first argument of verbs that everyone may call. It doesn't identify anyone. */
export interface VisitorCtx extends Platform {
  actor: Visitor;
  request: RequestFacts;
}

/** The first argument of verbs for the instance's staff. */
export interface StaffCtx extends Platform {
  actor: Staff | System;
}

/**
 * The first argument of verbs: who acts (`actor`), for which account (the owner's user id), and with what.
 */
export interface Ctx extends Platform {
  actor: Exclude<Actor, Visitor>;
  account: string;
  /** The only profiles that the actor may reach, or null for all of the account's profiles. */
  profileIds: readonly string[] | null;
  /** What the request reveals about its sender. Absent in jobs. */
  request?: RequestFacts;
  /** Whether the actor is still allowed to act. For work that continues after the response has started. */
  isAdmitted(): Promise<boolean>;
}

/** Whether the actor may reach this profile of the account. */
export function canAccessProfile({ profileIds }: Pick<Ctx, "profileIds">, profileId: string): boolean {
  return profileIds === null || profileIds.includes(profileId);
}

/** The id of the person or key, as rows record who did something. */
export function actorId({ actor }: Pick<Ctx, "actor">): string | null {
  if (actor.type === "system") return null;
  return actor.type === "api-key" ? actor.id : actor.person.id;
}

export function visitorCtx(platform: Platform, request: RequestFacts): VisitorCtx {
  return { ...platform, actor: { type: "visitor" }, request };
}

/** The account that someone acts for, and how far they reach. Nobody can lose access to what's over at once. */
type Place = Pick<Ctx, "account" | "profileIds"> & Partial<Pick<Ctx, "request" | "isAdmitted">>;

/** The context of an actor in an account: the one place where actors and contexts meet. */
function actingIn<A extends Ctx["actor"]>(platform: Platform, actor: A, place: Place): Ctx & { actor: A } {
  return { ...platform, isAdmitted: async () => true, ...place, actor };
}

/** A context for the process acting on its own for an account. */
export function systemCtx(
  platform: Platform,
  { job, account }: { job: string; account: string },
): Ctx & { actor: System } {
  return actingIn(platform, { type: "system", job }, { account, profileIds: null });
}

/** A context for a member of an account. */
export function memberCtx(
  platform: Platform,
  { person, role, sessionId }: Omit<Member, "type">,
  place: Place,
): Ctx & { actor: Member } {
  return actingIn(platform, { type: "person", person, role, sessionId }, place);
}

/** A context for someone in their own account. */
export function ownerCtx(platform: Platform, person: Person, sessionId: string): Ctx & { actor: Member } {
  return memberCtx(platform, { person, role: "owner", sessionId }, { account: person.id, profileIds: null });
}

/** A context for a program, which may do what its permissions and its maker's role allow. */
export function apiKeyCtx(
  platform: Platform,
  { id, maker, role, permissions }: Omit<ApiKey, "type">,
  place: Place,
): Ctx & { actor: ApiKey } {
  return actingIn(platform, { type: "api-key", id, maker, role, permissions }, place);
}

/** A context for the instance's staff. */
export function staffCtx(platform: Platform, person: Person, role: StaffRole): StaffCtx {
  return { ...platform, actor: { type: "staff", person, role } };
}
