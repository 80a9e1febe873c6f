import type { RequestFacts } from "../context.ts";
import { requestedLanguage } from "../languages.ts";

/** better-auth's cookie, whatever prefix it adds over https. */
const SESSION_COOKIE = "fanfare.session_token=";

/** True if the sender may be signed in. Certainty would take a query. */
export function hasSessionCookie(cookies: string | null | undefined): boolean {
  return cookies?.includes(SESSION_COOKIE) ?? false;
}

/**
 * Returns the facts about a request that verbs may use. `address` is the visitor's own, as reported by
 * trusted proxies.
 */
export function requestFacts(request: Request, address: string): RequestFacts {
  const { headers } = request;
  return {
    address,
    userAgent: headers.get("user-agent") ?? "",
    holdsSession: hasSessionCookie(headers.get("cookie")),
    host: headers.get("host") ?? "",
    language: requestedLanguage(request),
    acceptLanguage: headers.get("accept-language") ?? undefined,
    isLenient: headers.get("prefer")?.toLowerCase().includes("handling=lenient") ?? false,
    signals: { gpc: headers.get("sec-gpc") === "1", dnt: headers.get("dnt") === "1" },
  };
}
