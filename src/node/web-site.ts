import type { Context, Hono, Next } from "hono";
import { RESERVED_USERNAMES } from "#src/features/profiles/rules.ts";
import { plainOf } from "#src/features/public-page/page-cache.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import { ATTRIBUTION_DAYS, REFERRAL_COOKIE, referralCodeIn } from "#src/features/site/rules.ts";
import type { Site } from "#src/features/site/site.ts";
import { Failure, retryAfter } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";

type Variables = { Variables: { requestId: string } };
type App = Hono<Variables>;
type RequestContext = Context<Variables>;

interface SiteParts {
  platform: Platform;
  site: Site;
}

const DAY_S = 24 * 60 * 60;

/** The landing page, help and legal texts; and on every page from here on, whose link its visitor followed. */
export function addSite(app: App, { platform, site }: SiteParts): void {
  app.get("*", (context, next) => keepReferral(context, next, platform));
  app.get("*", async (context, next) => (await site.answer(context.req.raw)) ?? next());
}

/**
 * The first-party cookie of a referral (decisions, referrals). Set by the server, because some browsers forget within a
 * week what a script has set. A page that does not exist sets none.
 */
async function keepReferral(context: RequestContext, next: Next, { instance }: Platform): Promise<void> {
  await next();
  const code = referralCodeIn(new URL(context.req.url).search);
  if (code === undefined || context.res.status >= 400) return;
  const secure = instance.publicUrl.startsWith("https:") ? "; Secure" : "";
  context.res.headers.append(
    "Set-Cookie",
    `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${ATTRIBUTION_DAYS * DAY_S}; SameSite=Lax; HttpOnly${secure}`,
  );
}

/** A refusal in JSON; what nobody expected in words that say nothing, with the id that finds it in the log. */
export function answerError(error: Error, context: RequestContext, { platform, site }: SiteParts): Response {
  const requestId = context.get("requestId");
  if (error instanceof Failure) {
    const { code, message, data, status } = error;
    const seconds = retryAfter(error);
    const headers = seconds === undefined ? undefined : { "Retry-After": String(seconds) };
    return Response.json({ code, message, data, request_id: requestId }, { status, headers });
  }
  platform.log.error({ err: error, request_id: requestId }, "request failed");
  if (isForPeople(context)) return site.failed(context.req.raw, requestId);
  const message = "An error occurred. Please try again later.";
  return Response.json({ code: "INTERNAL_SERVER_ERROR", message, request_id: requestId }, { status: 500 });
}

/** A browser on its way to a page, not a program that calls the API. */
function isForPeople({ req }: RequestContext): boolean {
  return !req.path.startsWith("/api/") && (req.header("accept")?.includes("text/html") ?? false);
}

/** What is said where there is nothing: of a profile (spec §2) where the path could be one's, of a page elsewhere. */
export function answerNotFound(
  context: RequestContext,
  { pages, site }: { pages: PublicPages; site: Site },
): Response {
  const { path, raw } = context.req;
  if (path.startsWith("/api/")) {
    const message = "There’s nothing at this URL.";
    return Response.json(
      { code: "NOT_FOUND", message, request_id: context.get("requestId") },
      { status: 404 },
    );
  }
  const [, name = "", ...rest] = path.split("/");
  if (rest.length > 0 || name.includes(".") || RESERVED_USERNAMES.has(name)) return site.notFound(raw);
  const page = pages.notFound();
  const headers = new Headers();
  for (let index = 0; index < page.headers.plain.length; index += 2) {
    headers.set(page.headers.plain[index] ?? "", page.headers.plain[index + 1] ?? "");
  }
  return new Response(new Uint8Array(plainOf(page)), { status: 404, headers });
}
