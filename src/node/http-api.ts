import type { Context } from "hono";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import { findKey, hasApiKey, KEY_CALLS } from "#src/features/identity/api-keys/api-keys.ts";
import { findStaffKey } from "#src/features/identity/staff-keys/key-callers.ts";
import { authorize } from "#src/features/identity/team/authorize.ts";
import { API_PATH, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { apiHandler, type Call, type Caller } from "#src/platform/http/api.ts";
import type { Assets } from "#src/platform/http/assets.ts";
import type { HttpApp, HttpContext, HttpParts } from "#src/platform/http/http-module.ts";
import { Precompressed } from "#src/platform/http/precompressed.ts";
import { countCall } from "#src/platform/http/rate-limit.ts";
import { hasArrived, readRequestBody, requireSameSite } from "#src/platform/http/read-body.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";
import { describeApi } from "./api-description.ts";
import type { Hosts } from "./host-routing.ts";
import { router } from "./slices.ts";

interface ApiParts extends HttpParts {
  auth: Auth;
  assets: Assets;
  hosts: Hosts;
}

/**
 * Makes a page's request to the API on behalf of the person opening it: the response to `GET path`, or
 * undefined if it fails.
 */
export type AskApi = (context: HttpContext, caller: Caller, path: string) => Promise<unknown>;

const { handle, methodsAt } = apiHandler(router, authorize);

/** The methods of the API at a path, as `Allow` lists them. */
export { methodsAt };

/**
 * Serves `/api/v1` and its descriptions for people and programs. Returns a way to call it, for pages that
 * include their data.
 */
export function addApi(app: HttpApp, parts: ApiParts): AskApi {
  const { platform, auth, addressOf, hosts } = parts;
  addDescription(app, platform, parts.assets.urlOf("api-docs-"));
  const call = (context: HttpContext, request: Request, caller: Call["caller"]) =>
    handle(request, {
      platform,
      requestId: context.get("requestId"),
      request: requestFacts(request, addressOf(context)),
      caller,
      account: accountOf(request),
      // Nobody is signed in where pages are served, whatever cookies a request has.
      isForVisitors: hosts.isForVisitors(request.headers.get("host") ?? undefined),
      hasArrived: () => hasArrived(context),
      receive: (rule) => readRequestBody(parts, context, rule),
    });
  app.use(`${API_PATH}/*`, async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(context.get("rateLimit") ?? {}))
      context.res.headers.set(name, value);
  });
  app.all(`${API_PATH}/*`, async (context, next) => {
    const { raw } = context.req;
    requireSameSite(raw, platform.instance.publicUrl);
    const findCaller = hasApiKey(raw.headers)
      ? keyReader(platform, { context, address: addressOf(context) })
      : () => auth.findSession(raw.headers);
    const isHead = raw.method === "HEAD";
    const asked = isHead ? new Request(raw.url, { headers: raw.headers }) : raw;
    const response = await call(context, asked, findCaller);
    // Incoming webhooks aren't part of the API.
    if (!response) return next();
    response.headers.set("Cache-Control", "no-store");
    if (!isHead) return response;
    // A stream would otherwise continue forever.
    await response.body?.cancel();
    return new Response(null, response);
  });
  return async (context, caller, path) => {
    const { url, headers } = context.req.raw;
    const request = new Request(new URL(API_PATH + path, url), { headers });
    const response = await call(context, request, async () => caller);
    return response?.ok ? response.json() : undefined;
  };
}

/** Finds the key of a request, however often it's called. The request counts once. */
function keyReader(
  platform: Platform,
  { context, address }: { context: HttpContext; address: string },
): Call["caller"] {
  const { headers } = context.req.raw;
  let isCounted = false;
  return async () => {
    const key = (await findStaffKey(platform, { headers, address })) ?? (await findKey(platform, headers));
    if (isCounted) return key;
    isCounted = true;
    const counted = { limit: KEY_CALLS, who: key.id };
    await countCall(platform, counted, (headers) => context.set("rateLimit", headers));
    return key;
  };
}

/** Links to downloads send no header, so their URL names the account. */
function accountOf({ method, headers, url }: Request): string | undefined {
  const named =
    headers.get("x-account") ?? (method === "GET" ? new URL(url).searchParams.get("account") : null);
  return named ?? undefined;
}

const DESCRIPTION_SECONDS = 5 * 60;

/** Both stay the same until a setting changes, so they're compressed once. */
function addDescription(app: HttpApp, platform: Platform, scriptUrl: string | undefined): void {
  const description = describeApi(platform, scriptUrl);
  const text = (make: () => Promise<{ text: string; type: string; csp?: string }>) => {
    let made: Promise<Precompressed> | undefined;
    platform.settings.onChange(() => {
      made = undefined;
    });
    return async (context: Context) => {
      made ??= make().then(({ text, type, csp }) => {
        const headers = { "Content-Type": type, "Cache-Control": `max-age=${DESCRIPTION_SECONDS}` };
        return new Precompressed(text, csp ? { ...headers, "Content-Security-Policy": csp } : headers);
      });
      return (await made).answer(context.req.raw);
    };
  };
  const document = text(async () => ({
    text: JSON.stringify(await description.document()),
    type: "application/json",
  }));
  const page = text(async () => {
    const { html, csp } = await description.page();
    return { text: html, csp, type: "text/html; charset=utf-8" };
  });
  app.get(PATHS.apiDescription, document);
  app.get(PATHS.apiDocs, page);
}
