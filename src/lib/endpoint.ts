import { oc } from "@orpc/contract";
import * as z from "zod";
import type { Access, MemberAccess, OpenAccess, Permission, StaffAccess, StaffArea } from "./access.ts";

/** What a request body may be. `json`: an object. `multipart`: a form with files. */
export interface BodyRule {
  kind: "json" | "multipart";
  bytesMax: number;
  /** Set if sending it again changes nothing anyway, so that an `Idempotency-Key` has no work to do. */
  isRepeatable?: boolean;
  /** Set for beacons: a page that's older than the server may send more than it takes. */
  isLenient?: boolean;
}

export interface EndpointMeta<A extends Access = Access> {
  access: A;
  /** Defaults to `JSON_BODY`. */
  body?: BodyRule;
}

export const JSON_BODY: BodyRule = { kind: "json", bytesMax: 64 * 1024 };

/** What pages send by themselves. */
export const BEACON_BODY: BodyRule = { ...JSON_BODY, isLenient: true };

/*
 * Every contract starts here, so no endpoint can exist without saying who may call it. Its verb gets a
 * matching context: a `Visit`, a `Ctx`, or a `StaffCtx`.
 */

/** An endpoint for everyone, signed in or not. */
export function open(body = JSON_BODY) {
  return oc.$meta<EndpointMeta<OpenAccess>>({ access: { to: "everyone" }, body });
}

/** An endpoint for team members whose role grants `permission`, and for API keys that have it. */
export function member(permission: Permission, body = JSON_BODY) {
  return oc.$meta<EndpointMeta<MemberAccess>>({ access: { to: "members", permission }, body });
}

/** An endpoint for team members themselves: API keys can't call it, whatever they were given. */
export function person(permission: Permission, body = JSON_BODY) {
  return oc.$meta<EndpointMeta<MemberAccess>>({
    access: { to: "members", permission, isForPeople: true },
    body,
  });
}

/** An endpoint for staff in charge of `area`. For everyone else it doesn't exist. */
export function staff(area: StaffArea) {
  return oc.$meta<EndpointMeta<StaffAccess>>({ access: { to: "staff", area } });
}

const SENTENCES = new WeakMap<object, (text: string) => boolean>();

/**
 * A sentence, or some words, of ours in an answer. Whoever asks in another language gets it in that one; so it's
 * nothing that people typed, unless `ours` are the only ones that aren't.
 */
export function sentence(ours?: readonly string[]): z.ZodString {
  const schema = z.string();
  SENTENCES.set(schema, (text) => ours?.includes(text) ?? true);
  return schema;
}

/** Tells whether a text that the schema takes is ours. Undefined for a schema that's no sentence. */
export function sentenceTest(schema: object): ((text: string) => boolean) | undefined {
  return SENTENCES.get(schema);
}

const FILE_TYPES = new WeakMap<object, readonly string[]>();

/** A file to download, of one of these media types. */
export function fileOf(...types: string[]) {
  const schema = z.file();
  FILE_TYPES.set(schema, types);
  return schema;
}

/** The media types of a file's schema. Undefined for any other. */
export function fileTypes(schema: object): readonly string[] | undefined {
  return FILE_TYPES.get(schema);
}

/** Text as PostgreSQL can store it: without zeros and half letters. */
export const storedText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", ""));

/** A moment in any zone, in UTC from then on: PostgreSQL has fewer zones than ISO 8601, and no year 0. */
export const storedMoment = z.iso
  .datetime({ offset: true })
  .overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString()))
  .refine((time) => time >= "1970");

export const GENERAL_ERRORS = {
  UNAUTHORIZED: { status: 401, message: "Sign in first." },
  KEY_UNKNOWN: { status: 401, message: "We don’t know this API key. Check that it’s complete." },
  KEY_EXPIRED: { status: 401, message: "This API key has expired. Create a new one." },
  KEY_REVOKED: { status: 401, message: "This API key has been revoked. Use another one." },
  KEY_REPLACED: { status: 401, message: "This API key has been replaced. Use the new one." },
  KEY_IDLE: { status: 401, message: "Whoever made this API key can’t use this account anymore." },
  SCOPE_MISSING: {
    status: 403,
    message: "This API key may not do that. Create one with the scope it takes.",
  },
  FORBIDDEN: { status: 403, message: "Your role on this team doesn’t allow that." },
  PROFILES_LIMITED: { status: 403, message: "You can only work on the profiles shared with you." },
  PERSON_REQUIRED: { status: 403, message: "Only a person who is signed in can do that." },
  ACCOUNT_CLOSED: {
    status: 403,
    message: "This account is waiting to be deleted. Keep it first if you want to go on using it.",
  },
  NOT_ON_TEAM: { status: 404, message: "You’re not on that team, or not anymore." },
  NOT_FOUND: { status: 404, message: "Not found." },
  ORIGIN_REFUSED: { status: 403, message: "That request came from another site, so we refused it." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: "This Idempotency-Key was used for a different request. Use a new one.",
  },
  IDEMPOTENCY_KEY_IN_PROGRESS: {
    status: 409,
    message: "A request with this Idempotency-Key is still in progress. Try again in a few seconds.",
  },
  IDEMPOTENCY_ANSWER_GONE: {
    status: 409,
    message:
      "A request with this Idempotency-Key has been carried out, but its answer isn’t kept. Look at what has changed, and use a new key.",
  },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many attempts. Wait a moment and try again." },
  DATABASE_BUSY: { status: 503, message: "We’re too busy right now. Try again in a few seconds." },
} as const;

/**
 * An id in a path. It allows any text: something that isn't a UUID can't exist, so the answer is "not found"
 * rather than "malformed".
 */
export const idSchema = z.string().max(100);

/** True for a UUID in canonical form, the only ids in the database. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** True for what could be the id of a person or a session. The database refuses some of what couldn't. */
export function isPersonId(value: string): boolean {
  return /^[\w-]{1,100}$/.test(value);
}

/** A list response: `{items, next?}`, where `next` is the cursor of the following page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}
