import { oc } from "@orpc/contract";
import * as z from "zod";

/**
 * Who may call an endpoint. `public`: anyone. `signed-in`: the person of the session, for their own account.
 * `founder`: the first account of the instance.
 */
export type Access = "public" | "signed-in" | "founder";

/** What a request may carry. `json`: an object. `multipart`: a form with files. */
export interface BodyRule {
  kind: "json" | "multipart";
  bytesMax: number;
}

export interface EndpointMeta {
  access: Access;
  /** `JSON_BODY` where an endpoint says nothing. */
  body?: BodyRule;
}

export const JSON_BODY: BodyRule = { kind: "json", bytesMax: 64 * 1024 };

/** Where every contract starts: an endpoint that doesn't say who may call it is for the founder alone. */
export const endpoint = oc.$meta<EndpointMeta>({ access: "founder" });

export const GENERAL_ERRORS = {
  UNAUTHORIZED: { status: 401, message: "Sign in first." },
  NOT_FOUND: { status: 404, message: "Not found." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many attempts. Wait a moment and try again." },
} as const;

/** An id in a path. Whatever is no UUID cannot exist: it is not found rather than malformed. */
export const idSchema = z.string().max(100);

/** True for the canonical text of a UUID, the only ids that the database knows. */
export function isId(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
}

/** A list answer: `{items, next?}`; `next` is the cursor of the following page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().optional() });
}
