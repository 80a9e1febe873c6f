import type { IncomingMessage, ServerResponse } from "node:http";
import { API_PATH, CLICKS_PATH, GO_PATH, VIEWS_PATH, VITALS_PATH } from "#src/lib/paths.ts";
import { recordClicks, recordView, recordVitals } from "./beacons.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { goToLink, sendLookupFailure } from "./redirects.ts";
import { sendRefusal } from "./responses.ts";

/** The endpoints of pages' scripts. */
const BEACONS = new Map([
  [API_PATH + CLICKS_PATH, recordClicks],
  [API_PATH + VIEWS_PATH, recordView],
  [API_PATH + VITALS_PATH, recordVitals],
]);

/**
 * Creates the handler that serves clicks, views, and redirects before the router, because most of an
 * instance's traffic is here. It returns whether it handled a request; `path` comes without the query.
 */
export function createClickHandler(
  intake: RecorderDeps,
): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  return (request, response, path) => {
    const isGo = path.startsWith(GO_PATH);
    const record = BEACONS.get(path);
    if (!isGo && !record) return false;
    const allowed = isGo ? ["GET", "HEAD", "POST"] : ["POST"];
    if (!allowed.includes(request.method ?? "")) {
      refuseMethod(request, response, [...allowed, "OPTIONS"].join(", "));
    } else if (record) {
      record(intake, { request, response });
    } else {
      goToLink(intake, request, response).catch((error: unknown) =>
        fail(intake, { request, response }, error),
      );
    }
    return true;
  };
}

function refuseMethod(request: IncomingMessage, response: ServerResponse, allowed: string): void {
  request.resume();
  response.setHeader("Allow", allowed);
  if (request.method === "OPTIONS") {
    response.writeHead(204).end();
    return;
  }
  const message = `This URL only answers ${allowed}.`;
  sendRefusal(response, { status: 405, code: "METHOD_NOT_ALLOWED", message });
}

function fail(
  { platform }: RecorderDeps,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  error: unknown,
): void {
  platform.log.error({ err: error }, "a link could not be looked up");
  if (response.headersSent) {
    response.destroy();
    return;
  }
  sendLookupFailure(request, response, error);
}
