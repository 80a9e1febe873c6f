import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { EXIT_PARAM } from "#src/features/pages/in-app-browsers/page/exit-param.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { acceptsBrotli, acceptsGzip } from "#src/lib/accept-encoding.ts";
import { matchesTag } from "#src/lib/entity-tag.ts";
import { redirectTo } from "#src/platform/http/redirect.ts";
import { newRequestId } from "#src/platform/http/request-id.ts";
import type { Metrics } from "#src/platform/observe/metrics.ts";
import { goesAtOnce } from "./page/page-at.ts";
import {
  type CacheEntry,
  type EncodedPage,
  plainOf,
  RECOMPRESSED_AT_HITS,
  recompress,
} from "./page-cache.ts";
import type { PublicPages } from "./public-page.ts";

interface PageRoute {
  /** The headers of every page, names and values alternating. */
  always: readonly string[];
  metrics: Metrics;
  log: Logger;
  now(): Date;
  /** Counts a view of a page that redirects at once and is never seen; resolves when it is counted. */
  countView(request: IncomingMessage, profile: { profile_id: string; user_id: string }): Promise<void>;
}

/** Serves `/{username}` ahead of the router: a cached page costs a lookup and a write. */
export function pageRoute(pages: PublicPages, route: PageRoute) {
  const { cacheHits } = route.metrics;
  const misses = route.metrics.pages.labels("miss");
  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    // Phones capitalize the first letter.
    const kept = pages.cache.find(path.slice(1)) ?? pages.cache.find(path.slice(1).toLowerCase());
    if (kept && (kept.until === undefined || kept.until > route.now().getTime())) {
      cacheHits.count++;
      if (++kept.page.hits === RECOMPRESSED_AT_HITS) void recompress(kept.page);
      answer(route, kept, { request, response });
      return true;
    }
    const username = path
      .slice(1)
      .replace(/(?<!\/)\/+$/, "")
      .toLowerCase();
    if (!USERNAME_PATTERN.test(username) || RESERVED_USERNAMES.has(username)) return false;
    if (path.endsWith("/")) {
      redirect(request, response, username);
      return true;
    }
    if (kept) pages.cache.drop(username);
    misses.inc();
    const acceptLanguage = request.headers["accept-language"];
    pages.resolve(username, acceptLanguage).then(
      (opened) => {
        if ("kept" in opened) answer(route, opened.kept, { request, response });
        else redirect(request, response, opened.movedTo);
      },
      (error: unknown) => {
        route.log.error({ err: error }, "page failed");
        response.setHeader("Retry-After", "5");
        sendPage(route, { request, response }, pages.failed(`/${username}`, acceptLanguage));
      },
    );
    return true;
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Follows the states of spec §2, in order: the exit from an app, the direct link, the page. */
function answer(route: PageRoute, kept: CacheEntry, exchange: Exchange): void {
  const { request, response } = exchange;
  if (!kept.exceptions) {
    sendPage(route, exchange, kept.inLanguage?.(request.headers["accept-language"]) ?? kept.page);
    return;
  }
  const { inApp, directLink } = kept.exceptions;
  const query = new URLSearchParams(request.url?.split("?", 2)[1]);
  // Visitors who accept the direct link have chosen to stay in the app.
  const stays = query.has("here") || query.has("continue");
  const notice = stays ? undefined : inApp(request.headers["user-agent"] ?? "", query);
  if (notice) {
    sendPage(route, exchange, notice);
  } else if (goesAtOnce(directLink, { hasAgreed: query.has("continue") })) {
    // The page with the warning has already counted the view, and so has the notice.
    const isCounted = directLink.has_warning || query.has("here") || query.has(EXIT_PARAM);
    const counted = isCounted ? Promise.resolve() : route.countView(request, kept.exceptions);
    void counted.then(() => redirectTo(response, URL.parse(directLink.url)?.href ?? directLink.url));
  } else {
    sendPage(route, exchange, kept.page);
  }
}

/** Sends a page in the smallest encoding that the browser accepts, or 304 if the visitor already has it. */
function sendPage({ always }: PageRoute, { request, response }: Exchange, page: EncodedPage): void {
  const { "accept-encoding": encodings, "if-none-match": known } = request.headers;
  const brotli = page.brotli && acceptsBrotli(encodings) ? page.brotli : undefined;
  const gzip = brotli === undefined && acceptsGzip(encodings);
  const sent = brotli ?? (gzip ? page.compressed : page.plain);
  // Who came before Brotli was there has the same page under another tag.
  const had = known && [sent, page.compressed].find(({ etag }) => matchesTag(known, etag));
  if (page.status === 200 && had) {
    response.writeHead(304, headersOf(had.unchanged, always)).end();
    return;
  }
  response.writeHead(page.status, headersOf(sent.headers, always));
  response.end(request.method === "HEAD" ? undefined : (brotli?.body ?? (gzip ? page.gzip : plainOf(page))));
}

/** A list rather than an object, so that the headers of a cached page are used as they are. */
function headersOf(kept: readonly string[], always: readonly string[]): string[] {
  return [...kept, ...always, "X-Request-Id", newRequestId()];
}

/**
 * Redirects from an old name (for 90 days) or a URL with a slash at its end. Never cached, because a name may
 * come back.
 */
function redirect(request: IncomingMessage, response: ServerResponse, username: string): void {
  const query = request.url?.includes("?") ? request.url.slice(request.url.indexOf("?")) : "";
  response
    .writeHead(301, {
      Location: `/${username}${query}`,
      "Cache-Control": "no-cache",
      "X-Request-Id": newRequestId(),
    })
    .end();
}
