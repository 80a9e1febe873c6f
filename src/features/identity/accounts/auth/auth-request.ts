import { type Failure, failure } from "#src/lib/errors.ts";
import { AUTH_ERRORS, requireEmail } from "../rules.ts";

type Body = Record<string, unknown>;

export interface AuthRequest {
  request: Request;
  body: Body;
  /** The visitor's IP address, only for rate limits and for geolocation. */
  address: string;
}

/** Rebuilds the request for better-auth, since its body has already been read. */
export function forward({ request, body }: AuthRequest): Request {
  return forwardTo(request, new URL(request.url).pathname, body);
}

/** Creates our own request to better-auth, on behalf of the sender of this one. */
export function forwardTo(request: Request, path: string, body: object = {}): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  // Scripts send no origin, which better-auth takes for another site. The web server has already rejected
  // other sites.
  if (!headers.has("origin")) headers.set("origin", new URL(request.url).origin);
  headers.set("content-type", "application/json");
  return new Request(new URL(path, request.url), { method: "POST", headers, body: JSON.stringify(body) });
}

export async function readBody(request: Request): Promise<Body> {
  const raw = await request.text();
  if (raw.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(raw);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Falls through to the failure below.
  }
  throw failure(AUTH_ERRORS, "BODY_INVALID") satisfies Failure;
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function emailOf(body: Body): string {
  return requireEmail(text(body.email));
}
