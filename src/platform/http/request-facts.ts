import type { RequestFacts } from "../context.ts";
import { languageAsked } from "../languages.ts";

/** better-auth's cookie, whatever prefix it adds over https. */
const SESSION_COOKIE = "fanfare.session_token=";

/** What verbs may know about a request. `address` is the visitor's own, as reported by trusted proxies. */
export function requestFacts(request: Request, address: string): RequestFacts {
  const { headers } = request;
  return {
    address,
    userAgent: headers.get("user-agent") ?? "",
    holdsSession: headers.get("cookie")?.includes(SESSION_COOKIE) ?? false,
    host: headers.get("host") ?? "",
    language: languageAsked(request),
    signals: { gpc: headers.get("sec-gpc") === "1", dnt: headers.get("dnt") === "1" },
  };
}
