import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readReferrer, readVisitor, send } from "./hot-answers.ts";
import type { Hot } from "./hot-beacons.ts";
import type { LinkTarget } from "./targets.ts";

/** A visitor is not kept longer than this, whatever the database does; the click is stored when it can be. */
const RECORD_WAIT_MS_MAX = 2000;

const GONE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Link not found</title></head>
<body><main><h1>Link not found</h1><p>This link does not exist any more.</p></main></body></html>
`;

/** `GET /go/{linkId}`: stores the click, then sends the visitor on. `HEAD` and looks ahead count nothing. */
export async function goToLink(hot: Hot, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const link = await hot.targets.findLink(linkIdOf(request.url ?? ""));
  if (link?.location === undefined) {
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    send(response, { status: 404, type: "text/html", text: GONE_PAGE });
    return;
  }
  if (request.method === "GET" && !isLookingAhead(request)) await recordWithin(hot, request, link);
  response.writeHead(302, {
    Location: link.location,
    "Content-Length": 0,
    "Cache-Control": "no-store",
    // The site behind the link may know which page sent the visitor, and nothing more.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Robots-Tag": "noindex",
    "X-Request-Id": randomUUID(),
  });
  response.end();
}

function linkIdOf(url: string): string {
  const path = url.slice("/go/".length).split("?", 1)[0] ?? "";
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function isLookingAhead({ headers }: IncomingMessage): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? "";
  return String(purpose).startsWith("prefetch");
}

/** Resolves when the click is stored, has failed, or takes too long: nobody is stranded by our counting. */
function recordWithin(hot: Hot, request: IncomingMessage, link: LinkTarget): Promise<void> {
  const { log } = hot.platform;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      log.warn("a click is stored later than its visitor was sent on");
      resolve();
    }, RECORD_WAIT_MS_MAX);
    record(hot, request, link)
      .catch((error: unknown) => log.error({ err: error }, "a click could not be recorded"))
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}

async function record(hot: Hot, request: IncomingMessage, link: LinkTarget): Promise<void> {
  const address = hot.clientAddress(request);
  const visitor = readVisitor(request, hot.platform.geo.lookup(address));
  const { link_id, profile_id, user_id } = link;
  const session_id = await hot.visitors.nameOf({ address, profile_id, user_agent: visitor.user_agent });
  const referrer = readReferrer(request, request.headers.referer);
  await hot.recorder.recordClicks([
    { id: hot.platform.newId(), link_id, profile_id, user_id, session_id, referrer, ...visitor },
  ]);
}
