import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { closeStreams } from "#src/features/identity/live/live.ts";
import { visitorLanguageIn } from "#src/lib/language.ts";
import { API_PATH, API_ROOT, AUTH_API_PATH, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { hasSessionCookie } from "#src/platform/http/request-facts.ts";
import { newRequestId } from "#src/platform/http/request-id.ts";
import { visitorTranslatorIn } from "#src/platform/languages.ts";
import { isMonitoringPath } from "./host-routing.ts";

export interface GateParts {
  platform: Platform;
  auth: Auth;
  addressOf(request: IncomingMessage): string;
}

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  /** Without the query. */
  path: string;
}

/**
 * Turns away whom staff block. The way to sign in stays open, and what founders do when they're signed in, so that no block
 * locks the founder out; who else signs in is refused there (`accounts`). Returns false if the request may go on at once;
 * otherwise it has been answered, or `proceed` is called later.
 */
export function createGate({ platform, auth, addressOf }: GateParts) {
  const { blocks, incidents } = platform;
  // What's open already ends, too. Whoever may come back does.
  blocks.onChange(() => blocks.hasRequests && closeStreams(platform.signals));
  return ({ request, response, path }: Arrival, proceed: () => void): boolean => {
    if (!blocks.hasRequests || isMonitoringPath(path) || isWayIn(path)) return false;
    const { headers } = request;
    const userAgent = headers["user-agent"] ?? "";
    const address = addressOf(request);
    const block = blocks.findForRequest({ address, userAgent }, platform.now().getTime());
    if (block === undefined) return false;
    const refuse = () => {
      incidents.note({ kind: "kept_out", subject: block, address });
      turnAway({ request, response, path });
    };
    if (!hasSessionCookie(headers.cookie)) refuse();
    else
      isFounder(auth, headers.cookie ?? "")
        .then((is) => (is ? proceed() : refuse()))
        .catch((error: unknown) => {
          platform.log.error({ err: error }, "a blocked request couldn't be checked");
          refuse();
        });
    return true;
  };
}

const WAY_IN: ReadonlySet<string> = new Set([PATHS.signIn, `${API_PATH}/instance`, "/favicon.svg"]);

/** What it takes to sign in. */
function isWayIn(path: string): boolean {
  return (
    WAY_IN.has(path) ||
    path.startsWith(`${PATHS.signIn}/`) ||
    path.startsWith(`${AUTH_API_PATH}/`) ||
    path.startsWith("/assets/")
  );
}

async function isFounder(auth: Auth, cookie: string): Promise<boolean> {
  return (await auth.findSession(new Headers({ cookie })))?.person.role === "founder";
}

function turnAway({ request, response, path }: Arrival): void {
  const { language, say } = visitorTranslatorIn(visitorLanguageIn(request.headers["accept-language"]));
  const requestId = newRequestId();
  const message = say(
    "Your network or program is blocked here. If that’s a mistake, contact the people behind this page.",
  );
  const isApi = path.startsWith(API_ROOT);
  const body = isApi ? JSON.stringify({ code: "FORBIDDEN", message, request_id: requestId }) : `${message}\n`;
  response
    .writeHead(403, {
      "X-Request-Id": requestId,
      "Cache-Control": "no-store",
      "Content-Type": isApi ? "application/json" : "text/plain; charset=utf-8",
      "Content-Language": language,
      Vary: "Accept-Language",
    })
    .end(body);
}
