import type { RequestFacts } from "../context.ts";

/** What verbs may know of a request; `address` is the visitor's own, as trusted proxies tell it. */
export function requestFacts({ headers }: Request, address: string): RequestFacts {
  return {
    address,
    userAgent: headers.get("user-agent") ?? "",
    host: headers.get("host") ?? "",
    signals: { gpc: headers.get("sec-gpc") === "1", dnt: headers.get("dnt") === "1" },
  };
}
