import type { IncomingMessage } from "node:http";
import { barOf } from "#src/features/pages/links/page/bars.ts";
import { resolveDestination } from "#src/features/pages/links/page/destination.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";
import { visitorTranslatorFor } from "#src/platform/languages.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import { adultPage, restrictedPage } from "./go-pages.ts";
import { barredBy, checkEntry, memberOf } from "./link-access.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { SESSION_ID_PATTERN } from "./rules.ts";
import { type LinkTarget, locationOf } from "./target-cache.ts";
import type { LinkGate } from "./target-store.ts";
import { userAgentOf } from "./visitor-facts.ts";

/** Follows spec §4 up to the click, for visitors without JavaScript: adult warning, variant, location. */
export async function checkGate(
  intake: RecorderDeps,
  request: IncomingMessage,
  { link, gate }: { link: LinkTarget; gate: LinkGate },
): Promise<GateOutcome> {
  const query = new URLSearchParams((request.url ?? "").split("?").slice(1).join("?"));
  const sent = query.get("session_id") ?? "";
  const session = SESSION_ID_PATTERN.test(sent) ? sent : undefined;
  const words = visitorTranslatorFor(gate.language, request.headers["accept-language"]);
  const asking = gate.access && { request, link, gate, access: gate.access, words, back: pageOf(gate) };
  const bar = barOf(gate, {
    now: intake.platform.now().getTime(),
    isOfAge: query.get("adult") === "yes",
    member: () => memberOf(request),
  });
  if (bar === "age") return { status: 200, page: adultPage(words, adultWays(gate, session)) };
  if (bar && asking) return barredBy(bar, asking);
  const place = placeOf(intake, request);
  const name = await intake.visitors.hashOrRandom({
    address: intake.clientAddress(request),
    user_agent: userAgentOf(request),
    profile_id: link.profile_id,
  });
  const way = resolveDestination(gate, { place, name });
  const location = way.redirectUrl === null ? undefined : locationOf(way.redirectUrl);
  if (location !== undefined) {
    const barred = asking && !way.blocked ? await checkEntry(intake, asking) : undefined;
    if (barred) return barred;
    const click = way.blocked
      ? undefined
      : { session_id: session ?? name, variant: way.variant ?? undefined };
    return { location, click };
  }
  if (!way.blocked) return undefined;
  return { status: 403, page: restrictedPage(words, { back: pageOf(gate) }) };
}

/** "Customer rescue on cancel" (spec §1): if it is on, canceling leads there at once. */
function adultWays(gate: LinkGate, session: string | undefined): { yes: string; cancel: string } {
  const rescue = checkUrl(gate.rescue_url ?? "");
  return {
    yes: `${GO_PATH}${gate.id}?adult=yes${session === undefined ? "" : `&session_id=${session}`}`,
    cancel: rescue.ok ? rescue.url : pageOf(gate),
  };
}

function pageOf(gate: LinkGate): string {
  return `/${encodeURIComponent(gate.username)}`;
}

/** Null if the lookup fails, in which case nobody is blocked (spec §8). */
function placeOf(intake: RecorderDeps, request: IncomingMessage): GeoLocation | null {
  try {
    return intake.platform.geo.lookup(intake.clientAddress(request));
  } catch (error) {
    intake.platform.log.error({ err: error }, "a visitor's place could not be looked up");
    return null;
  }
}
