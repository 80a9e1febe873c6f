import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Auth } from "#src/features/accounts/auth.ts";
import { Devices } from "#src/features/accounts/devices.ts";
import { AuthGate } from "#src/features/accounts/gate.ts";
import type { Visitors } from "#src/features/clicks/visitors.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import { PICTURE_BYTES_MAX } from "#src/features/media/contract.ts";
import { findMedia } from "#src/features/media/media.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import { CLIENT_ERROR_BYTES_MAX } from "#src/features/site/contract.ts";
import type { Site } from "#src/features/site/site.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { apiHandler } from "#src/platform/http/api.ts";
import type { Assets } from "#src/platform/http/assets.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";
import type { Mail } from "#src/platform/mail/mail.ts";
import type { Metrics } from "#src/platform/observe/metrics.ts";
import { describeApi } from "./api-description.ts";
import type { Dashboard } from "./dashboard.ts";
import { createRouter } from "./slices.ts";
import { addFound } from "./web-found.ts";
import { limitBody, readBeacon, refuseOtherSites } from "./web-guards.ts";
import { addInstalled, type Worker } from "./web-installed.ts";
import { addLeadPages } from "./web-leads.ts";
import { addProfileData } from "./web-profile-data.ts";
import { addQr } from "./web-qr.ts";
import { addReports } from "./web-reports.ts";
import { addSite, answerError, answerNotFound } from "./web-site.ts";

export interface Web {
  platform: Platform;
  /** What the instance signs with. */
  secret: string;
  auth: Auth;
  mail: Mail;
  egress: Egress;
  visitors: Visitors;
  metrics: Metrics;
  assets: Assets;
  dashboard: Dashboard;
  worker: Worker;
  pages: PublicPages;
  site: Site;
  /** The address a request came from. Of the connection: a `Request` is made anew where its body is limited. */
  addressOf(context: { env: unknown }): string;
  /** True while the process takes new work; a stopping one says so to its load balancer. */
  isReady(): boolean;
}

type App = Hono<{ Variables: { requestId: string } }>;
type RequestContext = Context<{ Variables: { requestId: string } }>;

const BODY_BYTES_MAX = 1024 * 1024;
const UPLOAD_BYTES_MAX = PICTURE_BYTES_MAX + 64 * 1024;

/** Everything but the hot path: the API, sign-in, the dashboard and its files. */
export function createWeb(web: Web): App {
  const app: App = new Hono();
  app.use(async (context, next) => answerWithHeaders(context, next, web));
  app.onError((error, context) => answerError(error, context, web));
  app.notFound((context) => answerNotFound(context, web));
  addHealth(app, web);
  addSignIn(app, web);
  addApi(app, web);
  addProfileData(app, web);
  addReports(app, web);
  addLeadPages(app, web);
  addFound(app, web.platform);
  addQr(app, web.platform);
  addInstalled(app, web);
  addFiles(app, web);
  addSite(app, web);
  addDashboard(app, web);
  return app;
}

async function answerWithHeaders(
  context: RequestContext,
  next: () => Promise<void>,
  { metrics }: Web,
): Promise<void> {
  const requestId = randomUUID();
  context.set("requestId", requestId);
  const stopTimer = metrics.requests.startTimer({ method: context.req.method });
  await next();
  stopTimer({ status: context.res.status });
  const { headers } = context.res;
  headers.set("X-Request-Id", requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
}

function addHealth(app: App, { platform, metrics, pages, isReady }: Web): void {
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

function addSignIn(app: App, { platform, secret, auth, addressOf }: Web): void {
  const secure = platform.instance.publicUrl.startsWith("https:");
  const gate = new AuthGate(platform, auth, new Devices({ secret, secure }));
  app.all("/api/auth/*", limitBody(BODY_BYTES_MAX), async (context) => {
    refuseOtherSites(context.req.raw);
    return (await gate.handle(context.req.raw, addressOf(context))) ?? context.notFound();
  });
}

function addApi(app: App, web: Web): void {
  const { platform, auth, addressOf } = web;
  const handle = apiHandler(createRouter(web));
  const description = describeApi(platform.instance);
  app.get("/api/v1/openapi.json", async (context) => context.json(await description.document()));
  app.get("/api/v1/docs", async (context) => {
    const { html, csp } = await description.page();
    return context.html(html, 200, { "Content-Security-Policy": csp });
  });
  app.use("/api/v1/media", limitBody(UPLOAD_BYTES_MAX));
  app.use("/api/v1/client-errors", limitBody(CLIENT_ERROR_BYTES_MAX));
  app.all("/api/v1/*", async (context, next) => {
    const limit = context.req.path === "/api/v1/media" ? UPLOAD_BYTES_MAX : BODY_BYTES_MAX;
    return limitBody(limit)(context, next);
  });
  app.all("/api/v1/*", async (context) => {
    const request = await readBeacon(context.req.raw);
    refuseOtherSites(request);
    const response = await handle(request, {
      platform,
      requestId: context.get("requestId"),
      request: requestFacts(request, addressOf(context)),
      person: () => auth.findPerson(request.headers),
    });
    if (!response) return context.notFound();
    response.headers.set("Cache-Control", "no-store");
    return response;
  });
}

function addFiles(app: App, { platform, assets, egress }: Web): void {
  app.get("/media/:file{[0-9a-f-]+\\.webp}", async (context) => {
    const id = context.req.param("file").slice(0, -".webp".length);
    const found = isId(id) ? await findMedia(platform.db, id) : undefined;
    if (!found) return context.notFound();
    egress.note(found.user_id, "storage_access", { transferred: found.content.length });
    return new Response(new Uint8Array(found.content), {
      headers: { "Content-Type": found.content_type, "Cache-Control": "public, max-age=31536000, immutable" },
    });
  });
  app.get("*", async (context, next) => {
    const acceptsGzip = context.req.header("accept-encoding")?.includes("gzip") ?? false;
    const answer = await assets.answer(context.req.path, acceptsGzip);
    if (!answer) return next();
    return answer;
  });
}

function addDashboard(app: App, { auth, dashboard }: Web): void {
  for (const path of ["/auth", "/auth/callback", "/auth/link", "/forgot-password", "/reset-password"]) {
    app.get(path, () => dashboard.page());
  }
  app.on("GET", ["/dashboard", "/dashboard/*"], async (context) => {
    const person = await auth.findPerson(context.req.raw.headers);
    if (person) return dashboard.page();
    const { pathname, search } = new URL(context.req.url);
    return context.redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  });
  app.on("GET", ["/admin", "/admin/*"], async (context) => {
    const person = await auth.findPerson(context.req.raw.headers);
    return person?.role === "founder" ? dashboard.page() : context.notFound();
  });
}
