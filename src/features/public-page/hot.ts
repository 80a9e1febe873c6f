import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Metrics } from "#src/platform/observe/metrics.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "../profiles/rules.ts";
import type { StoredPage } from "./page-cache.ts";
import type { PublicPages } from "./public-page.ts";

/** Takes requests for `/{username}` before the router: a kept page costs a look-up and a write. */
export function pageRoute(pages: PublicPages, { metrics, log }: { metrics: Metrics; log: Logger }) {
  const hits = metrics.pages.labels("hit");
  const misses = metrics.pages.labels("miss");
  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const kept = pages.cache.find(path.slice(1));
    if (kept) {
      hits.inc();
      sendPage(request, response, kept);
      return true;
    }
    const username = path.slice(1).toLowerCase();
    if (!USERNAME_PATTERN.test(username) || RESERVED_USERNAMES.has(username)) return false;
    misses.inc();
    pages.visit(username).then(
      (visit) => {
        if ("page" in visit) sendPage(request, response, visit.page);
        else redirect(response, visit.movedTo);
      },
      (error: unknown) => {
        log.error({ err: error }, "page failed");
        response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "5" });
        response.end("This page cannot be shown right now. Please try again in a moment.");
      },
    );
    return true;
  };
}

/** Sends a page compressed where that is understood, or 304 when the visitor has this very one. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: StoredPage): void {
  if (page.status === 200 && request.headers["if-none-match"] === page.etag) {
    response.writeHead(304, page.headers.unchanged as string[]).end();
    return;
  }
  const gzip = request.headers["accept-encoding"]?.includes("gzip") ?? false;
  response.writeHead(page.status, (gzip ? page.headers.gzip : page.headers.plain) as string[]);
  response.end(request.method === "HEAD" ? undefined : gzip ? page.gzip : page.plain);
}

/** The old name leads on for 90 days; 301 as decided, but kept by nobody for longer than a day. */
function redirect(response: ServerResponse, username: string): void {
  response.writeHead(301, { Location: `/${username}`, "Cache-Control": "max-age=86400" }).end();
}
