import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import type { Frame } from "#src/features/public/frame/frame.ts";
import type { PublicPages } from "#src/features/public/public-page/public-page.ts";
import { challengeOf, Failure, retryAfter } from "#src/lib/errors.ts";
import { API_ROOT } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { toBusyFailure } from "#src/platform/db/database-unavailable.ts";
import type { HttpContext } from "#src/platform/http/http-module.ts";

interface Fallbacks {
  platform: Platform;
  frame: Frame;
  pages: PublicPages;
}

/** A failure as JSON. Unexpected errors get a neutral sentence with the id for finding them in the log. */
export function answerError(error: Error, context: HttpContext, { platform, frame }: Fallbacks): Response {
  const requestId = context.get("requestId");
  if (error instanceof Failure) return refusalOf(error, requestId);
  platform.log.error({ err: error, request_id: requestId }, "request failed");
  const busy = toBusyFailure(error);
  if (isForPeople(context)) {
    const page = frame.failed(context.req.raw, requestId);
    return busy
      ? new Response(page.body, { status: busy.status, headers: waiting(page.headers, busy) })
      : page;
  }
  if (busy) return refusalOf(busy, requestId);
  const message = "An error occurred. Please try again later.";
  return Response.json({ code: "INTERNAL_SERVER_ERROR", message, request_id: requestId }, { status: 500 });
}

function waiting(headers: Headers, refusal: Failure): Headers {
  headers.set("Retry-After", String(retryAfter(refusal)));
  return headers;
}

function refusalOf(refusal: Failure, request_id: string): Response {
  const { code, message, data, status } = refusal;
  const seconds = retryAfter(refusal);
  const challenge = challengeOf(refusal);
  const headers = {
    ...(seconds !== undefined && { "Retry-After": String(seconds) }),
    ...(challenge !== undefined && { "WWW-Authenticate": challenge }),
  };
  return Response.json({ code, message, data, request_id }, { status, headers });
}

/** Names the methods that exist instead, or just lists them for OPTIONS. */
export function answerMethods({ req, get }: HttpContext, allow: string): Response {
  if (req.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
  const message = `This URL only answers ${allow}.`;
  const body = { code: "METHOD_NOT_ALLOWED", message, request_id: get("requestId") };
  return Response.json(body, { status: 405, headers: { Allow: allow } });
}

/** The unparsed URL, since parsing loses ambiguous parts. */
function rawUrlOf({ env }: HttpContext): string {
  return (env as { incoming: { url?: string } }).incoming.url ?? "/";
}

/** True for a browser loading a page, as opposed to a program calling the API. */
function isForPeople({ req }: HttpContext): boolean {
  return !req.path.startsWith(API_ROOT) && (req.header("accept")?.includes("text/html") ?? false);
}

/**
 * Returns the response for a path with nothing there: a redirect to its plainly intended target, or else the
 * notice about a profile (spec §2) if the path could be one, otherwise about a page.
 */
export async function answerNotFound(context: HttpContext, { pages, frame }: Fallbacks): Promise<Response> {
  const { path, raw, method } = context.req;
  if (path.startsWith(API_ROOT)) {
    const message = "There’s nothing at this URL.";
    return Response.json(
      { code: "NOT_FOUND", message, request_id: context.get("requestId") },
      { status: 404 },
    );
  }
  const meant = method === "GET" || method === "HEAD" ? await pages.findMeant(rawUrlOf(context)) : undefined;
  if (meant !== undefined)
    return new Response(null, { status: 301, headers: { Location: meant, "Cache-Control": "no-cache" } });
  const [, name = "", ...rest] = path.split("/");
  if (rest.length > 0 || name.includes(".") || RESERVED_USERNAMES.has(name)) return frame.notFound(raw);
  return pages.answerNotFound(context.req.header("accept-language"));
}
