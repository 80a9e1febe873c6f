/* The conditions of a link before it opens: when, for whom, its password, and how many may open it. */
import type { IncomingMessage } from "node:http";
import { verifyInTurn } from "#src/features/identity/accounts/passwords/passwords.ts";
import { passwordHashOf, takeOpening } from "#src/features/pages/links/openings.ts";
import { type AudienceMember, type LinkAccess, NO_APP } from "#src/features/pages/links/page/access.ts";
import type { Bar } from "#src/features/pages/links/page/bars.ts";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import { busyPage, expiredPage, otherAudiencePage, passwordPage, waitingPage } from "./go-pages.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { type LinkTarget, locationOf } from "./target-cache.ts";
import type { LinkGate } from "./target-store.ts";
import { parseUserAgent } from "./user-agent.ts";
import { isPrefetch } from "./visitor-facts.ts";

export interface Asking {
  request: IncomingMessage;
  link: LinkTarget;
  gate: LinkGate;
  access: LinkAccess;
  words: VisitorTranslator;
  /** The path of the page that the link is on. */
  back: string;
}

/** Wrong guesses by one visitor at one link. */
const GUESSES: Limit = { name: "link-password.guess", attempts: 5, seconds: 60 };
const FORM_BYTES_MAX = 4096;

/** Returns where visitors go who come too early or too late, or whom the link isn't for. */
export function barredBy(bar: Exclude<Bar, "age">, asking: Asking): GateOutcome {
  const { gate, words, back } = asking;
  if (bar === "waiting") return { status: 404, page: waitingPage(words, { back }) };
  if (bar === "expired") return expired(asking);
  return (
    elsewhere(gate.geo_blocked_fallback_url) ?? { status: 403, page: otherAudiencePage(words, { back }) }
  );
}

/** Checks the password, and takes one of the places. Undefined for whoever may go on. */
export async function checkEntry(intake: RecorderDeps, asking: Asking): Promise<GateOutcome> {
  const barred = asking.access.has_password ? await checkPassword(intake, asking) : undefined;
  if (barred || asking.access.expires_clicks === null) return barred;
  const { request, link, gate, words } = asking;
  const { is_bot } = parseUserAgent(request.headers["user-agent"]);
  // Nobody sees what these fetch, so they learn nothing and use up nobody's place.
  if (request.method === "HEAD" || isPrefetch(request) || is_bot)
    return { status: 503, page: busyPage(words) };
  if ((await intake.findOwnAccounts(request)).has(link.user_id)) return undefined;
  const place = { id: link.link_id, profile_id: link.profile_id, username: gate.username };
  return (await takeOpening(intake.platform, place)) ? undefined : expired(asking);
}

function expired({ access, words, back }: Asking): GateOutcome {
  return elsewhere(access.expired_url) ?? { status: 410, page: expiredPage(words, { back }) };
}

/** Whoever is sent elsewhere isn't counted as a click. */
function elsewhere(url: string | null): GateOutcome {
  const checked = checkUrl(url ?? "");
  const location = checked.ok ? locationOf(checked.url) : undefined;
  return location === undefined ? undefined : { location, click: undefined };
}

export function memberOf({ headers }: IncomingMessage): AudienceMember {
  const { device_type, app } = parseUserAgent(headers["user-agent"]);
  const [language] = /^[a-z]{2,3}/i.exec(headers["accept-language"]?.trim() ?? "") ?? [];
  return {
    device: device_type === "unknown" ? undefined : device_type,
    app: app ?? NO_APP,
    language: language?.toLowerCase(),
  };
}

/** Every guess counts before it's checked, and a right one doesn't. */
async function checkPassword(intake: RecorderDeps, { request, link, words }: Asking): Promise<GateOutcome> {
  if (request.method !== "POST") return ask(words);
  const { platform, bodies } = intake;
  const address = intake.clientAddress(request);
  const body = await bodies.read({ request, bytesMax: FORM_BYTES_MAX, address });
  const password = new URLSearchParams(body.toString("utf8")).get("password") ?? "";
  const who = `${link.link_id} ${address}`;
  try {
    await platform.limits.count(GUESSES, who);
    const hash = await passwordHashOf(platform, link.link_id);
    const isRight = hash === undefined || (await verifyInTurn(address, { hash, password }));
    if (!isRight) return ask(words, "That isn’t the password.");
    await platform.limits.uncount(GUESSES, who);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 429) throw error;
    const minutes = "Too many wrong passwords. Try again in a minute.";
    return { ...ask(words, minutes), status: 429, retry_after_s: retryAfter(error) };
  }
}

function ask(words: VisitorTranslator, problem?: string) {
  const said = problem === undefined ? undefined : words.say(problem);
  return {
    status: problem === undefined ? 200 : 401,
    page: passwordPage(words, { problem: said }),
    asks: true,
  };
}
