import type { RequestFacts } from "../context.ts";

/** better-auth's, whatever prefix it puts in front over https. */
const SESSION_COOKIE = "fanfare.session_token=";

/** What verbs may know of a request; `address` is the visitor's own, as trusted proxies tell it. */
export function requestFacts({ headers }: Request, address: string): RequestFacts {
  return {
    address,
    userAgent: headers.get("user-agent") ?? "",
    holdsSession: headers.get("cookie")?.includes(SESSION_COOKIE) ?? false,
    host: headers.get("host") ?? "",
    signals: { gpc: headers.get("sec-gpc") === "1", dnt: headers.get("dnt") === "1" },
  };
}
