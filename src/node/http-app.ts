import { Hono } from "hono";
import { authMethodsAt } from "#src/features/identity/accounts/http.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { answerError, answerMethods, answerNotFound } from "#src/features/public/site/error-responses.ts";
import { sitePages } from "#src/features/public/site/http.ts";
import type { SliceParts } from "#src/features/slice.ts";
import { API_ROOT } from "#src/lib/paths.ts";
import { repairMailUrl, withoutExtraSlashes } from "#src/lib/url-repair.ts";
import { METHODS } from "#src/platform/http/api.ts";
import type { Assets } from "#src/platform/http/assets.ts";
import { conditional } from "#src/platform/http/conditional.ts";
import { hstsOf } from "#src/platform/http/hsts.ts";
import type { HttpApp, HttpContext } from "#src/platform/http/http-module.ts";
import { newRequestId } from "#src/platform/http/request-id.ts";
import { translateErrors } from "#src/platform/http/translate-errors.ts";
import type { Metrics } from "#src/platform/observe/metrics.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Hosts } from "./host-routing.ts";
import { addApi, methodsAt } from "./http-api.ts";
import { addDashboard } from "./http-dashboard.ts";
import { httpModules } from "./slices.ts";

export interface HttpAppParts extends SliceParts {
  metrics: Metrics;
  assets: Assets;
  dashboard: Dashboard;
  hosts: Hosts;
  /** True while the process takes new work. A stopping process informs its load balancer. */
  isReady(): boolean;
}

/** Everything except the hot path: the API, the slices' other routes, the dashboard, and its files. */
export function createHttpApp(web: HttpAppParts): HttpApp {
  const app: HttpApp = new Hono();
  app.use(async (context, next) => answerWithHeaders(context, next, web));
  app.get("*", async (context, next) => (await leadToPlainPath(app, context, web)) ?? next());
  app.use(`${API_ROOT}*`, translateErrors);
  app.onError((error, context) => answerError(error, context, web));
  app.notFound((context) => answerMissing(app, context, web));
  addHealth(app, web);
  const askApi = addApi(app, web);
  for (const addSlice of httpModules) addSlice(app, web);
  addAssets(app, web);
  sitePages(app, web);
  const isSecure = web.platform.instance.publicUrl.startsWith("https:");
  addDashboard(app, { ...web, askApi, isSecure });
  return app;
}

async function answerWithHeaders(
  context: HttpContext,
  next: () => Promise<void>,
  { metrics, platform }: HttpAppParts,
): Promise<void> {
  const requestId = newRequestId();
  context.set("requestId", requestId);
  const stopTimer = metrics.requests.startTimer({ method: context.req.method });
  await next();
  const answer = conditional(context.req.raw, context.res);
  if (answer !== context.res) {
    // Hono would otherwise add the headers of the replaced response.
    context.res = undefined;
    context.res = answer;
  }
  stopTimer({ status: context.res.status });
  const { headers } = context.res;
  headers.set("X-Request-Id", requestId);
  const hsts = hstsOf(platform.instance.publicUrl);
  if (hsts !== undefined) headers.set("Strict-Transport-Security", hsts);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
}

/**
 * Redirects a path with too many slashes to the one without them, if there's something there, and a link in
 * an e-mail to itself, without a mail program's additions. Programs' paths are exact.
 */
async function leadToPlainPath(
  app: HttpApp,
  { req }: HttpContext,
  web: HttpAppParts,
): Promise<Response | undefined> {
  const path = withoutExtraSlashes(req.path);
  if (req.path.startsWith(API_ROOT)) return undefined;
  const meant = repairMailUrl(req.url.slice(new URL(req.url).origin.length));
  if (meant) return leadTo(meant.text + meant.query);
  if (path === req.path) return undefined;
  const { origin, search } = new URL(req.url);
  const isThere =
    hasRoute(app, "GET", path) ||
    web.assets.has(path) ||
    (await web.site.answer(new Request(origin + path))) !== undefined;
  return isThere ? leadTo(path + search) : undefined;
}

function leadTo(location: string): Response {
  return new Response(null, { status: 301, headers: { Location: location, "Cache-Control": "no-cache" } });
}

/** Lists the methods of a path, if only this one is missing. */
async function answerMissing(app: HttpApp, context: HttpContext, web: HttpAppParts): Promise<Response> {
  const { method } = context.req;
  const methods = await methodsOf(app, context, web);
  const isKnown = methods.has(method === "HEAD" ? "GET" : method);
  if (isKnown || methods.size === 0) return answerNotFound(context, web);
  const allow = [...methods].flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]));
  return answerMethods(context, [...allow, "OPTIONS"].join(", "));
}

async function methodsOf(app: HttpApp, { req }: HttpContext, web: HttpAppParts): Promise<Set<string>> {
  const { path, url } = req;
  const isForVisitors = web.hosts.isForVisitors(req.header("host"));
  const methods = new Set(isForVisitors ? [] : [...(await methodsAt(path)), ...authMethodsAt(path)]);
  for (const one of METHODS) if (hasRoute(app, one, path)) methods.add(one);
  const isFile = hasPage(path) || web.assets.has(path) || (await web.site.answer(new Request(url)));
  if (isFile) methods.add("GET");
  return methods;
}

/** True if there's a route for this exact path. */
function hasRoute(app: HttpApp, method: string, path: string): boolean {
  const [found] = app.router.match(method, path);
  return found.some(([[, route]]) => route.method === method && route.path !== "*" && route.path !== "/*");
}

/** True if it may be a profile's page, which is handled before the router. */
function hasPage(path: string): boolean {
  const username = path.slice(1).toLowerCase();
  return USERNAME_PATTERN.test(username) && !RESERVED_USERNAMES.has(username);
}

function addHealth(app: HttpApp, { platform, metrics, pages, isReady }: HttpAppParts): void {
  app.get("/health/live", (context) => context.json({ status: "ok" }));
  app.get("/health/ready", async (context) => {
    const reachable = await platform.database.run({ name: "ready", text: "select 1" }, []).then(
      () => true,
      () => false,
    );
    const ready = reachable && isReady();
    return context.json({ status: ready ? "ok" : "unavailable", database: reachable }, ready ? 200 : 503);
  });
  app.get("/metrics", async (context) => {
    metrics.cachedBytes.set(pages.cache.bytes);
    return context.text(await metrics.registry.metrics(), 200, {
      "Content-Type": metrics.registry.contentType,
    });
  });
}

function addAssets(app: HttpApp, { assets }: HttpAppParts): void {
  app.get("*", async (context, next) => {
    const { req } = context;
    return (await assets.answer(req.path, req.raw.headers)) ?? next();
  });
}
