import type { Logger } from "pino";
import type { ActingLevel, Permission, Role, StaffRole, StaffScope } from "#src/lib/access.ts";
import type { EventDraft, EventType } from "#src/lib/event.ts";
import type { Language } from "#src/lib/language.ts";
import type { Blocks } from "./blocks.ts";
import type { Vault } from "./crypto/vault.ts";
import type { Database, Db } from "./db/database.ts";
import type { Dns } from "./dns/dns.ts";
import type { Egress } from "./egress.ts";
import type { Features } from "./features.ts";
import type { Geo } from "./geo/geo.ts";
import type { ProxyWatch } from "./geo/proxy-watch.ts";
import type { GmailClient } from "./gmail.ts";
import type { Incidents } from "./incidents.ts";
import type { Installation } from "./installation.ts";
import type { EnqueueOptions, JobType } from "./jobs/job-types.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Mail } from "./mail/mail.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import type { SafeFetch } from "./outbound/safe-fetch.ts";
import type { Push } from "./push/push.ts";
import type { Settings } from "./settings.ts";
import type { Signals, SignalType } from "./signals.ts";
import type { StripeAccess } from "./stripe.ts";

/** The parts of the process that any verb may use. Tests supply their own clock, ids, and randomness. */
export interface Platform {
  /** The process itself, outside of requests and jobs. */
  actor: Actor;
  /** The database, or inside `write` the open transaction. */
  db: Db;
  database: Database;
  /**
   * Runs `work` in one transaction: all of it happens, or none. A nested `write` joins it, so writing verbs
   * may call each other with the context they were passed. If one fails, its changes are undone even if its
   * caller carries on. `work` runs again after a conflict with another transaction.
   */
  write<C extends Platform, T>(this: C, work: (ctx: C) => Promise<T>): Promise<T>;
  /** Records an event in the same transaction, and queues a job for each subscriber. */
  announce<C extends Platform, Payload extends object>(
    this: C,
    event: EventType<Payload>,
    news: EventDraft<C, Payload>,
  ): Promise<void>;
  /** Drops caches on every node when the transaction commits. A node that may have missed it clears all. */
  invalidate<Payload>(signal: SignalType<Payload>, payload: Payload): Promise<void>;
  /** The job is queued when the transaction commits. */
  enqueue<Data extends object>(job: JobType<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /**
   * Aborted when long-running work has to stop, because its job was canceled or took too long, or because the
   * process is stopping.
   */
  abortSignal: AbortSignal;
  /**
   * Advances the progress of the current job, if someone follows it, and throws once they've canceled it.
   * Call it in the transaction of the work it counts, so that neither happens without the other.
   */
  progress<C extends Platform>(this: C, steps: number): Promise<void>;
  now(): Date;
  newId(): string;
  log: Logger;
  geo: Geo;
  /** Detects proxies in front of the process that make all visitors look alike. */
  proxies: ProxyWatch;
  limits: Limits;
  /** Whom staff keep out. */
  blocks: Blocks;
  /** Which parts of the product are on for whom. */
  features: Features;
  /** Collects what went wrong at the doors. */
  incidents: Incidents;
  vault: Vault;
  outbound: SafeFetch;
  dns: Dns;
  mail: Mail;
  jobs: Jobs;
  egress: Egress;
  signals: Signals;
  /** The founder's settings for the whole instance, kept up to date. */
  settings: Settings;
  /** Undefined if no keys are configured. */
  stripe: StripeAccess | undefined;
  /** Undefined if no keys are configured. */
  gmail: GmailClient | undefined;
  /** Undefined if no keys are configured. */
  push: Push | undefined;
  /** Where pictures are that aren't in the database. Undefined if it isn't configured. */
  objects: ObjectStore | undefined;
  /**
   * The URLs of this instance and of its pages, without a trailing slash, and whether it offers sign-in with
   * Google.
   */
  instance: {
    readonly publicUrl: string;
    /** The founder may change it while the process runs. */
    readonly pagesUrl: string;
    /** The origin that pictures load from, or empty. */
    readonly cdnUrl: string;
    readonly offersGoogle: boolean;
  };
  /** How this process is installed, for backups and the self-check. */
  installation: Installation;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  /** The time when their account will be deleted, if they've requested that. */
  deletion_due_at: string | null;
  /** Their role on the instance: a `StaffRole`, or "user". */
  role: string;
}

/** A visitor of a public page, signed in or not. */
export interface Visitor {
  type: "visitor";
}

export interface Member {
  type: "person";
  person: Person;
  /** Staff who act for the account's owner have no role on its team. */
  role: Role | ActingLevel;
  sessionId: string;
}

export interface ApiKey {
  type: "api-key";
  id: string;
  maker: string;
  role: Role;
  permissions: readonly Permission[];
}

/** A member of the instance's staff. With an account in the context, they act for its owner. */
export interface Staff {
  type: "staff";
  person: Person;
  role: StaffRole;
  /** Empty in jobs and for keys. */
  sessionId: string;
  /** The key that they act through, if it isn't a session. */
  key?: StaffKey;
  /** What they may do in the context's account. Only set with one. */
  acting?: ActingLevel;
}

/** A key with staff scopes. It's for what its maker's role has at the moment. */
export interface StaffKey {
  id: string;
  scopes: readonly StaffScope[];
}

/** The process itself, in a background job or at startup. */
export interface System {
  type: "system";
  job: string;
}

export type Actor = Visitor | Member | ApiKey | Staff | System;

/**
 * Facts that a request reveals about its sender. The IP address is for rate limits and geolocation and is
 * never stored.
 */
export interface RequestFacts {
  address: string;
  userAgent: string;
  /** The requested host, with its port. */
  host: string;
  /** True if the browser sent a session cookie, valid or not. */
  holdsSession?: boolean;
  /** The language that our own pages request. A browser's preference doesn't count. */
  language?: Language;
  /** The browser's `Accept-Language`. */
  acceptLanguage?: string | undefined;
  /**
   * Set if the sender wants unknown fields ignored rather than rejected (`Prefer: handling=lenient`, RFC
   * 7240).
   */
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
  /** Absent in jobs. */
  request?: RequestFacts;
  /** Checks again whether they're still staff who may do this, for work that goes on after the response's start. */
  isAdmitted(): Promise<boolean>;
}

/** The first argument of verbs: the actor, the account (an owner's user id), and the parts of the process. */
export interface Ctx extends Platform {
  actor: Exclude<Actor, Visitor>;
  account: string;
  /** The only profiles that the actor may access, or null for all of the account's profiles. */
  profileIds: readonly string[] | null;
  /** Absent in jobs. */
  request?: RequestFacts;
  /** Checks again whether the actor still has access, for work that goes on after the response's start. */
  isAdmitted(): Promise<boolean>;
}

export function canAccessProfile({ profileIds }: Pick<Ctx, "profileIds">, profileId: string): boolean {
  return profileIds === null || profileIds.includes(profileId);
}

/**
 * Returns the id of the person or key, as rows record it. Which member of staff acted for an account's owner is
 * for the instance to know, not for the team that sees these rows.
 */
export function actorId({ actor }: Pick<Ctx, "actor">): string | null {
  if (actor.type === "system" || (actor.type === "staff" && actor.acting !== undefined)) return null;
  return actor.type === "api-key" ? actor.id : actor.person.id;
}

export function visitorCtx(platform: Platform, request: RequestFacts): VisitorCtx {
  return { ...platform, actor: { type: "visitor" }, request };
}

/**
 * The account that someone acts for, and the scope of their access. Without `isAdmitted`, the work ends too
 * soon for access to be lost.
 */
type Place = Pick<Ctx, "account" | "profileIds"> & Partial<Pick<Ctx, "request" | "isAdmitted">>;

/** Creates the context of an actor in an account. All such contexts are created here. */
function actingIn<A extends Ctx["actor"]>(platform: Platform, actor: A, place: Place): Ctx & { actor: A } {
  return { ...platform, isAdmitted: async () => true, ...place, actor };
}

/** Creates a context for the process acting on its own for an account. */
export function systemCtx(
  platform: Platform,
  { job, account }: { job: string; account: string },
): Ctx & { actor: System } {
  return actingIn(platform, { type: "system", job }, { account, profileIds: null });
}

export function memberCtx(
  platform: Platform,
  { person, role, sessionId }: Omit<Member, "type">,
  place: Place,
): Ctx & { actor: Member } {
  return actingIn(platform, { type: "person", person, role, sessionId }, place);
}

/** Creates a context for someone in their own account. */
export function ownerCtx(platform: Platform, person: Person, sessionId: string): Ctx & { actor: Member } {
  return memberCtx(platform, { person, role: "owner", sessionId }, { account: person.id, profileIds: null });
}

/** Creates a context for an API key, limited by its permissions and by its creator's role. */
export function apiKeyCtx(
  platform: Platform,
  { id, maker, role, permissions }: Omit<ApiKey, "type">,
  place: Place,
): Ctx & { actor: ApiKey } {
  return actingIn(platform, { type: "api-key", id, maker, role, permissions }, place);
}

/** Creates a context for staff in somebody else's account. */
export function actingCtx(
  platform: Platform,
  { person, role, sessionId, acting }: Omit<Staff, "type"> & { acting: ActingLevel },
  place: Place,
): Ctx & { actor: Staff } {
  return actingIn(platform, { type: "staff", person, role, sessionId, acting }, place);
}

/** Creates a context for staff. Without `isAdmitted`, the work ends too soon for access to be lost. */
export function staffCtx(
  platform: Platform,
  staff: Omit<Staff, "type">,
  more: Partial<Pick<StaffCtx, "request" | "isAdmitted">> = {},
): StaffCtx {
  return { ...platform, isAdmitted: async () => true, ...more, actor: { type: "staff", ...staff } };
}
