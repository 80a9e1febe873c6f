import { oc, type Route } from "@orpc/contract";
import * as z from "zod";
import type { Access, MemberAccess, OpenAccess, Permission, StaffAccess, StaffArea } from "./access.ts";
import { visibleText } from "./text.ts";

/** `json` bodies are objects; `multipart` bodies are forms with files. */
export interface BodyRule {
  kind: "json" | "multipart";
  bytesMax: number;
  /** Set if repeating the request changes nothing, so that an `Idempotency-Key` isn't needed. */
  isRepeatable?: boolean;
  /** Set for beacons, because a page that's older than the server may send fields that are gone by now. */
  isLenient?: boolean;
}

export interface EndpointMeta<A extends Access = Access> {
  access: A;
  body?: BodyRule;
}

export const JSON_BODY: BodyRule = { kind: "json", bytesMax: 64 * 1024 };

/** For requests that pages send on their own. */
export const BEACON_BODY: BodyRule = { ...JSON_BODY, isLenient: true };

/*
 * Every contract starts here, so no endpoint can exist without saying who may call it. Its verb gets a
 * matching context: a `Visit`, a `Ctx`, or a `StaffCtx`.
 */

export function open(body = JSON_BODY) {
  return oc.$meta<EndpointMeta<OpenAccess>>({ access: { to: "everyone" }, body });
}

/** Declares an endpoint for team members whose role grants `permission`, and for API keys that have it. */
export function member(permission: Permission, body = JSON_BODY) {
  return oc.$meta<EndpointMeta<MemberAccess>>({ access: { to: "members", permission }, body });
}

/** Declares an endpoint for team members in person. API keys can't call it, whatever their scopes. */
export function person(permission: Permission, body = JSON_BODY) {
  return oc.$meta<EndpointMeta<MemberAccess>>({
    access: { to: "members", permission, isForPeople: true },
    body,
  });
}

/** Declares an endpoint for people in person that tells staff who act for somebody where they are. */
export function personOrActing(permission: Permission) {
  return oc.$meta<EndpointMeta<MemberAccess>>({
    access: { to: "members", permission, isForPeople: true, isForActing: true },
    body: JSON_BODY,
  });
}

/** Declares an endpoint for staff in charge of `area`. For everyone else it doesn't exist. */
export function staff(area: StaffArea, body = JSON_BODY) {
  return oc.$meta<EndpointMeta<StaffAccess>>({ access: { to: "staff", area }, body });
}

/** Declares an endpoint for staff in person. Their keys can't call it, whatever their scopes. */
export function staffPerson(area: StaffArea) {
  return oc.$meta<EndpointMeta<StaffAccess>>({ access: { to: "staff", area, isForPeople: true } });
}

const QUESTIONS = new Set<Route["path"]>();

/** True for the path of an endpoint that only answers a question. */
export const isQuestion = (path: Route["path"]): boolean => QUESTIONS.has(path);

type RouteMore = Pick<Route, "successStatus" | "description" | "tags">;

/**
 * Returns functions that define the routes of endpoints listed under `tag` in the API's description, each
 * with one sentence about its effect.
 */
export function routesOf(tag: string) {
  const routeBy =
    (method: Route["method"]) =>
    (path: Route["path"], summary: string, more: RouteMore = {}): Route => ({
      method,
      path,
      tags: [tag],
      summary,
      ...more,
    });
  const post = routeBy("POST");
  return {
    get: routeBy("GET"),
    /** A POST that changes nothing, for questions with a body or with text that shouldn't be in a URL. */
    ask: (...route: Parameters<typeof post>) => {
      QUESTIONS.add(route[0]);
      return post(...route);
    },
    post,
    put: routeBy("PUT"),
    patch: routeBy("PATCH"),
    del: routeBy("DELETE"),
  };
}

const SENTENCES = new WeakMap<object, (text: string) => boolean>();

/**
 * Schema of text in a response that we wrote and therefore translate for the caller. Text that people typed
 * must not go through it, unless `ours` lists the values to translate.
 */
export function sentence(ours?: readonly string[]): z.ZodString {
  const schema = z.string();
  SENTENCES.set(schema, (text) => ours?.includes(text) ?? true);
  return schema;
}

/**
 * Returns a function that tells whether a text is one of ours to translate. Undefined for any schema not made
 * by `sentence`.
 */
export function sentenceTest(schema: object): ((text: string) => boolean) | undefined {
  return SENTENCES.get(schema);
}

const FILE_TYPES = new WeakMap<object, readonly string[]>();

/** Schema of a download with one of these media types. */
export function fileOf(...types: string[]) {
  const schema = z.file();
  FILE_TYPES.set(schema, types);
  return schema;
}

/** Returns the media types of a `fileOf` schema, or undefined for any other schema. */
export function fileTypes(schema: object): readonly string[] | undefined {
  return FILE_TYPES.get(schema);
}

/** Text that PostgreSQL can store: without NUL characters and lone surrogates. */
export const storedText = (charsMax: number, tooLong?: string) =>
  z
    .string()
    .max(charsMax, tooLong)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", ""));

/**
 * What people wrote for others to read: trimmed, without characters that can't be seen, and empty if nothing can be
 * seen of it.
 */
export const writtenText = (charsMax: number, tooLong?: string) =>
  z.string().max(charsMax, tooLong).overwrite(visibleText);

/**
 * A timestamp in any zone, converted to UTC, because PostgreSQL knows fewer zones than ISO 8601 and has no
 * year 0.
 */
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
  ACTING_REFUSED: {
    status: 403,
    message: "You’re in someone else’s account as staff, where you can’t do that.",
  },
  FEATURE_OFF: { status: 403, message: "This part isn’t available for this account." },
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
 * An id in a path. It allows any text: something that isn't a UUID can't exist, so the response is "not
 * found" rather than "malformed".
 */
export const idSchema = z.string().max(100);

/** True for a UUID in canonical form, the only ids in the database. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** True for text that could be the id of a person or a session. The database rejects some other text. */
export function isPersonId(value: string): boolean {
  return /^[\w-]{1,100}$/.test(value);
}

/** Schema of a list response, `{items, next?}`, where `next` is the cursor of the following page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}
