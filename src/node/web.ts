import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { Auth } from "#src/features/accounts/auth.ts";
import type { Visitors } from "#src/features/clicks/visitors.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import { findMedia } from "#src/features/media/media.ts";
import type { PublicPages } from "#src/features/public-page/public-page.ts";
import type { Site } from "#src/features/site/site.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Assets } from "#src/platform/http/assets.ts";
import { hstsOf } from "#src/platform/http/hsts.ts";
import type { Metrics } from "#src/platform/observe/metrics.ts";
import type { Dashboard } from "./dashboard.ts";
import { addApi } from "./web-api.ts";
import { addSignIn } from "./web-auth.ts";
import { addDashboard } from "./web-dashboard.ts";
import { addFound } from "./web-found.ts";
import type { Reception } from "./web-guards.ts";
import { addInstalled, type Worker } from "./web-installed.ts";
import { addLeadPages } from "./web-leads.ts";
import { addPageApps } from "./web-page-apps.ts";
import { addProfileData } from "./web-profile-data.ts";
import { addQr } from "./web-qr.ts";
import { addReports } from "./web-reports.ts";
import { addSite, answerError, answerNotFound } from "./web-site.ts";

export interface Web extends Reception {
  platform: Platform;
  /** What the instance signs with. */
  secret: string;
  auth: Auth;
  egress: Egress;
  visitors: Visitors;
  metrics: Metrics;
  assets: Assets;
  dashboard: Dashboard;
  worker: Worker;
  pages: PublicPages;
  site: Site;
  /** True while the process takes new work; a stopping one says so to its load balancer. */
  isReady(): boolean;
}

type App = Hono<{ Variables: { requestId: string } }>;
type RequestContext = Context<{ Variables: { requestId: string } }>;

/** Everything but the hot path: the API, sign-in, the dashboard and its files. */
export function createWeb(web: Web): App {
  const app: App = new Hono();
  app.use(async (context, next) => answerWithHeaders(context, next, web));
  app.onError((error, context) => answerError(error, context, web));
  app.notFound((context) => answerNotFound(context, web));
  addHealth(app, web);
  addSignIn(app, web);
  const askApi = addApi(app, web);
  addProfileData(app, web);
  addReports(app, web);
  addLeadPages(app, web);
  addFound(app, web.platform);
  addQr(app, web.platform);
  addInstalled(app, web);
  addPageApps(app, web.platform);
  addFiles(app, web);
  addSite(app, web);
  addDashboard(app, { ...web, askApi });
  return app;
}

async function answerWithHeaders(
  context: RequestContext,
  next: () => Promise<void>,
  { metrics, platform }: Web,
): Promise<void> {
  const requestId = randomUUID();
  context.set("requestId", requestId);
  const stopTimer = metrics.requests.startTimer({ method: context.req.method });
  await next();
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
    const { req } = context;
    const asked = { encodings: req.header("accept-encoding"), range: req.header("range") };
    return (await assets.answer(req.path, asked)) ?? next();
  });
}
