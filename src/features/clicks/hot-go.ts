import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { GO_PAGE_CSP, GONE_PAGE } from "./go-pages.ts";
import { isLookingAhead, readReferrer, readVisitor, send } from "./hot-answers.ts";
import type { Hot } from "./hot-beacons.ts";
import { type Click, passGate } from "./hot-gate.ts";
import { patiently } from "./patience.ts";
import type { LinkTarget } from "./targets.ts";

/** `GET /go/{linkId}`: stores the click, then sends the visitor on. `HEAD` and looks ahead count nothing. */
export async function goToLink(hot: Hot, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const link = await hot.targets.findLink(linkIdOf(request.url ?? ""));
  if (link?.location === undefined) {
    sendPage(response, 404, GONE_PAGE);
    return;
  }
  let { location } = link;
  let click: Click | undefined;
  if (link.gate) {
    const passage = await passGate(hot, request, { link, gate: link.gate });
    if (passage === undefined || "page" in passage) {
      sendPage(response, passage?.status ?? 404, passage?.page ?? GONE_PAGE);
      return;
    }
    ({ location, click } = passage);
  }
  const isCounted =
    request.method === "GET" && !isLookingAhead(request) && (!link.gate || click !== undefined);
  if (isCounted) await patiently(record(hot, request, { link, click }), hot.platform.log);
  response.writeHead(302, {
    Location: location,
    "Content-Length": 0,
    "Cache-Control": "no-store",
    // The site behind the link may know which page sent the visitor, and nothing more.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Robots-Tag": "noindex",
    "X-Request-Id": randomUUID(),
  });
  response.end();
}

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.setHeader("Content-Security-Policy", GO_PAGE_CSP);
  response.setHeader("X-Robots-Tag", "noindex");
  send(response, { status, type: "text/html", text });
}

function linkIdOf(url: string): string {
  const path = url.slice("/go/".length).split("?", 1)[0] ?? "";
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

interface Counted {
  link: LinkTarget;
  /** What is known already of the click of a gated link. */
  click: Click | undefined;
}

async function record(hot: Hot, request: IncomingMessage, { link, click }: Counted): Promise<void> {
  const address = hot.clientAddress(request);
  const visitor = readVisitor(request, hot.platform.geo.lookup(address));
  const { link_id, profile_id, user_id } = link;
  const session_id =
    click?.session_id ?? (await hot.visitors.nameOf({ address, profile_id, user_agent: visitor.user_agent }));
  const referrer = readReferrer(request, request.headers.referer);
  const variant = click?.variant;
  const is_suspected = hot.budget.isSuspected({ address, profile_id, client: visitor.client });
  const id = hot.platform.newId();
  await hot.recorder.recordClicks([
    { id, link_id, profile_id, user_id, session_id, referrer, variant, is_suspected, ...visitor },
  ]);
}
