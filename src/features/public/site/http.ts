import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context, Next } from "hono";
import { ATTRIBUTION_DAYS, REFERRAL_COOKIE, referralCodeIn } from "#src/features/money/entitlements/rules.ts";
import { acceptsGzip } from "#src/lib/accept-encoding.ts";
import { cookieName } from "#src/lib/cookies.ts";
import { API_ROOT, GO_PATH, PATHS, PUSH_WORKER_PATH, SITEMAP_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { webManifest } from "./manifest.ts";
import { type ServiceWorkerScript, WORKER_PATHS } from "./service-worker.ts";
import type { Site } from "./site.ts";
import { Sitemap } from "./sitemap.ts";

interface SiteParts extends HttpParts {
  site: Site;
  worker: ServiceWorkerScript;
}

const decompress = promisify(gunzip);
const SITEMAP_SECONDS = 5 * 60;
const ROBOTS_SECONDS = 60 * 60;
const MANIFEST_SECONDS = 60 * 60;

/** Serves the instance's files about itself. Its pages come after the built files: `sitePages`. */
export function siteHttp(app: HttpApp, parts: SiteParts): void {
  addFound(app, parts.platform);
  addInstalled(app, parts);
}

function addFound(app: HttpApp, platform: Platform): void {
  const sitemap = new Sitemap(platform);
  app.get("/robots.txt", ({ text }) =>
    text(robotsText(platform.instance.publicUrl), 200, {
      "Cache-Control": `public, max-age=${ROBOTS_SECONDS}`,
    }),
  );
  app.get(SITEMAP_PATH, async (context) => {
    const part = context.req.query("part");
    const body = /^[1-9]\d{0,5}$|^$/.test(part ?? "")
      ? await sitemap.find(part ? Number(part) : undefined)
      : undefined;
    if (!body) return context.notFound();
    const takesGzip = acceptsGzip(context.req.header("accept-encoding"));
    return new Response(new Uint8Array(takesGzip ? body : await decompress(body)), {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": `public, max-age=${SITEMAP_SECONDS}`,
        Vary: "Accept-Encoding",
        ...(takesGzip ? { "Content-Encoding": "gzip" } : {}),
      },
    });
  });
}

/** Files that make the product installable, and keep pages available offline. */
function addInstalled(app: HttpApp, { platform, worker }: SiteParts): void {
  app.get("/manifest.json", () =>
    Response.json(webManifest(platform.settings), {
      headers: {
        "Content-Type": "application/manifest+json; charset=utf-8",
        "Cache-Control": `public, max-age=${MANIFEST_SECONDS}`,
      },
    }),
  );
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    // Browsers revalidate it with every page, so switching it off reaches everyone.
    "Cache-Control": "no-cache",
    "Service-Worker-Allowed": "/",
    // The workers' own policy: they request pages and files from this site and nothing from anywhere else.
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'",
  };
  for (const path of WORKER_PATHS) app.get(path, () => new Response(worker.script, { headers }));
  app.get(PUSH_WORKER_PATH, (_, next) =>
    worker.push === undefined ? next() : Promise.resolve(new Response(worker.push, { headers })),
  );
}

const DAY_S = 24 * 60 * 60;

/** The landing page, help, and legal texts. Also sets up the referral cookie, for every page from here on. */
export function sitePages(app: HttpApp, { platform, site }: SiteParts): void {
  app.get("*", (context, next) => storeReferral(context, next, platform));
  app.get("*", async (context, next) => (await site.answer(context.req.raw)) ?? next());
}

/**
 * Sets the first-party cookie of a referral (decisions, referrals). The server sets it, because some browsers
 * delete cookies set by scripts within a week. A page that doesn't exist sets none.
 */
async function storeReferral(context: Context, next: Next, { instance }: Platform): Promise<void> {
  await next();
  const code = referralCodeIn(new URL(context.req.url).search);
  if (code === undefined || context.res.status >= 400) return;
  const isSecure = instance.publicUrl.startsWith("https:");
  const name = cookieName(REFERRAL_COOKIE, isSecure);
  context.res.headers.append(
    "Set-Cookie",
    `${name}=${code}; Path=/; Max-Age=${ATTRIBUTION_DAYS * DAY_S}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`,
  );
}

/**
 * Allows crawlers everything except the dashboards, the API (other than its sitemap), and the URLs that count
 * clicks. Paths end in `/` or `$`, because a page could be called `gordon`, `dashboards`, or `apis`.
 */
function robotsText(publicUrl: string): string {
  const closed = [PATHS.dashboard, PATHS.admin].flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]);
  return [
    "User-agent: *",
    `Allow: ${SITEMAP_PATH}`,
    ...[...closed, API_ROOT, GO_PATH].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    "",
  ].join("\n");
}
