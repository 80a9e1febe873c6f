import type { IncomingMessage, ServerResponse } from "node:http";
import { foldedName, isShortName } from "#src/features/pages/links/short-names/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { retryAfter } from "#src/lib/errors.ts";
import { visitorLanguageIn } from "#src/lib/language.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { percentDecoded } from "#src/lib/percent-encoding.ts";
import { linkLocation, type RepairedUrl, repairLinkName, repairLinkUrl } from "#src/lib/url-repair.ts";
import { toBusyFailure } from "#src/platform/db/database-unavailable.ts";
import { redirectTo } from "#src/platform/http/redirect.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import type { Click, GateOutcome } from "./gate-outcome.ts";
import { busyPage, GO_FORM_CSP, GO_PAGE_CSP, gonePage } from "./go-pages.ts";
import { checkGate } from "./link-gate.ts";
import { previewedText, showPreview } from "./link-preview.ts";
import { withRecordTimeout } from "./record-timeout.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { send, sendFailure } from "./responses.ts";
import { utmKey } from "./rules.ts";
import type { LinkTarget } from "./target-cache.ts";
import {
  domainAccountOf,
  isAtHome,
  isPrefetch,
  ownQuery,
  parseReferrer,
  parseVisitor,
} from "./visitor-facts.ts";

/** `GET /go/{linkId}` or `/go/{shortName}`: stores the click, then redirects the visitor; `POST` comes from the form for a password. `HEAD` and prefetches count nothing. */
export async function goToLink(
  intake: RecorderDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? "";
  const text = linkTextOf(url);
  const previewed = previewedText(text);
  if (previewed !== undefined) {
    const found = await findTarget(intake, request, previewed);
    const link = found && isAtHome(request, found) ? found : undefined;
    sendPage(response, await showPreview(intake.platform, { link, words: wordsFor(request) }));
    return;
  }
  const link = await findTarget(intake, request, text);
  const meant = link ? undefined : await repairedUrl(intake, request, text);
  if (meant) {
    response
      .writeHead(301, ["Location", linkLocation(meant), "Cache-Control", "no-cache", "Content-Length", "0"])
      .end();
    return;
  }
  if (link?.location === undefined || !isAtHome(request, link)) {
    sendPage(response, { status: 404, page: gonePage(wordsFor(request)) });
    return;
  }
  let { location } = link;
  let click: Click | undefined;
  if (link.gate) {
    const outcome = await checkGate(intake, request, { link, gate: link.gate });
    if (outcome === undefined || "page" in outcome) {
      const refusal = outcome ?? { status: 404, page: gonePage(wordsFor(request)) };
      const { status, page, asks, retry_after_s }: Refusal = refusal;
      if (retry_after_s !== undefined) response.setHeader("Retry-After", retry_after_s);
      sendPage(response, { status, page, csp: asks ? GO_FORM_CSP : GO_PAGE_CSP });
      return;
    }
    ({ location, click } = outcome);
  }
  const isCounted = request.method !== "HEAD" && !isPrefetch(request) && (!link.gate || click !== undefined);
  if (isCounted) await withRecordTimeout(record(intake, request, { link, click }), intake.platform.log);
  redirectTo(response, location);
}

/** Shows people that a link couldn't be looked up, and when to try again; programs get JSON. */
export function sendLookupFailure(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const busy = toBusyFailure(error);
  if (!busy || !request.headers.accept?.includes("text/html")) {
    sendFailure(response, error);
    return;
  }
  const seconds = retryAfter(busy);
  if (seconds !== undefined) response.setHeader("Retry-After", seconds);
  sendPage(response, { status: busy.status, page: busyPage(wordsFor(request)) });
}

function wordsFor({ headers }: IncomingMessage) {
  return visitorTranslatorIn(visitorLanguageIn(headers["accept-language"]));
}

function sendPage(
  response: ServerResponse,
  { status, page, csp = GO_PAGE_CSP }: { status: number; page: string; csp?: string },
): void {
  response.setHeader("Vary", "Accept-Language");
  response.setHeader("Content-Security-Policy", csp);
  response.setHeader("X-Robots-Tag", "noindex");
  send(response, { status, type: "text/html", text: page });
}

/** Finds a link by its id, or else by its short name. */
async function findTarget(
  { targets }: RecorderDeps,
  request: IncomingMessage,
  text: string,
): Promise<LinkTarget | undefined> {
  const link = await targets.findLink(text);
  if (link || isId(text)) return link;
  const name = foldedName(percentDecoded(text));
  return isShortName(name) ? targets.findNamed(name, domainAccountOf(request)) : undefined;
}

/** Returns the link that a damaged URL means. */
async function repairedUrl(
  intake: RecorderDeps,
  request: IncomingMessage,
  text: string,
): Promise<RepairedUrl | undefined> {
  if (isId(text)) return undefined;
  const url = request.url ?? "";
  const byId = repairLinkUrl(url);
  if (byId) return byId;
  const named = repairLinkName(url);
  const isOther = named !== undefined && named.text !== foldedName(text);
  return isOther && (await findTarget(intake, request, named.text)) ? named : undefined;
}

function linkTextOf(url: string): string {
  const path = url.slice(GO_PATH.length).split("?", 1)[0] ?? "";
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

type Refusal = Extract<GateOutcome, { page: string }>;

interface Counted {
  link: LinkTarget;
  click: Click | undefined;
}

async function record(
  intake: RecorderDeps,
  request: IncomingMessage,
  { link, click }: Counted,
): Promise<void> {
  const address = intake.clientAddress(request);
  const visitor = parseVisitor(request, intake.platform.geo.lookup(address));
  const { link_id, profile_id, user_id } = link;
  if ((await intake.findOwnAccounts(request)).has(user_id)) return;
  const session_id =
    click?.session_id ??
    (await intake.visitors.hash({ address, profile_id, user_agent: visitor.user_agent }));
  const referrer = parseReferrer(request, request.headers.referer);
  const utm = utmKey(ownQuery(request));
  const variant = click?.variant;
  const verdict = intake.budget.spend({ address, profile_id, client: visitor.client });
  const id = intake.platform.newId();
  await intake.recorder.recordClicks([
    { id, link_id, profile_id, user_id, session_id, referrer, utm, variant, ...verdict, ...visitor },
  ]);
}
