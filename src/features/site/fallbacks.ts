import { RESERVED_USERNAMES } from "#src/features/profiles/rules.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import { API_ROOT } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { busyFailure } from "#src/platform/db/no-connection.ts";
import type { HttpContext } from "#src/platform/http/http-module.ts";
import type { Site } from "./site.ts";

interface Fallbacks {
  platform: Platform;
  site: Site;
  pages: PublicPages;
}

/** A refusal as JSON. Unexpected errors get a neutral sentence with the id for finding them in the log. */
export function answerError(error: Error, context: HttpContext, { platform, site }: Fallbacks): Response {
  const requestId = context.get("requestId");
  if (error instanceof Failure) return refusalOf(error, requestId);
  platform.log.error({ err: error, request_id: requestId }, "request failed");
  if (isForPeople(context)) return site.failed(context.req.raw, requestId);
  const busy = busyFailure(error);
  if (busy) return refusalOf(busy, requestId);
  const message = "An error occurred. Please try again later.";
  return Response.json({ code: "INTERNAL_SERVER_ERROR", message, request_id: requestId }, { status: 500 });
}

function refusalOf(refusal: Failure, request_id: string): Response {
  const { code, message, data, status } = refusal;
  const seconds = retryAfter(refusal);
  const headers = seconds === undefined ? undefined : { "Retry-After": String(seconds) };
  return Response.json({ code, message, data, request_id }, { status, headers });
}

/** A browser loading a page, as opposed to a program calling the API. */
function isForPeople({ req }: HttpContext): boolean {
  return !req.path.startsWith(API_ROOT) && (req.header("accept")?.includes("text/html") ?? false);
}

/**
 * The response for a path with nothing there: about a profile (spec §2) if the path could be one, otherwise
 * about a page.
 */
export function answerNotFound(context: HttpContext, { pages, site }: Fallbacks): Response {
  const { path, raw } = context.req;
  if (path.startsWith(API_ROOT)) {
    const message = "There’s nothing at this URL.";
    return Response.json(
      { code: "NOT_FOUND", message, request_id: context.get("requestId") },
      { status: 404 },
    );
  }
  const [, name = "", ...rest] = path.split("/");
  if (rest.length > 0 || name.includes(".") || RESERVED_USERNAMES.has(name)) return site.notFound(raw);
  return pages.answerNotFound();
}
