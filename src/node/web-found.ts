import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Context, Hono } from "hono";
import { SharePictures } from "#src/features/public-page/share-pictures.ts";
import { robotsText } from "#src/features/site/robots.ts";
import { Sitemap } from "#src/features/site/sitemap.ts";
import { acceptsGzip } from "#src/lib/encodings.ts";
import type { Platform } from "#src/platform/context.ts";

type App = Hono<{ Variables: { requestId: string } }>;

const decompress = promisify(gunzip);
const SITEMAP_SECONDS = 5 * 60;
const ROBOTS_SECONDS = 60 * 60;
/** A picture whose address names what is drawn never changes; any other may with the next edit. */
const PICTURE_KEPT = "public, max-age=31536000, immutable";
const PICTURE_ASKED_AGAIN = "public, max-age=300";

/** What search engines, messengers and networks read of the instance and its pages. */
export function addFound(app: App, platform: Platform, sitemap = new Sitemap(platform)): void {
  app.get("/robots.txt", ({ text }) =>
    text(robotsText(platform.instance.publicUrl), 200, {
      "Cache-Control": `public, max-age=${ROBOTS_SECONDS}`,
    }),
  );
  app.get("/api/sitemap.xml", async (context) => {
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
  addSharePictures(app, new SharePictures(platform));
}

function addSharePictures(app: App, pictures: SharePictures): void {
  app.get("/:username/share.png", async (context) => {
    const asked = context.req.query("v") ?? "";
    const found = await pictures.find(context.req.param("username").toLowerCase(), asked);
    context.header("Cache-Control", "no-cache");
    if (found.status === 301) return context.redirect(`/${found.username}/share.png`, 301);
    if (found.status !== 200) return refusal(context, found.status);
    const headers = {
      ETag: `"${found.version}"`,
      "Cache-Control": asked === found.version ? PICTURE_KEPT : PICTURE_ASKED_AGAIN,
    };
    if (context.req.header("if-none-match") === headers.ETag)
      return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(found.png), { headers: { ...headers, "Content-Type": "image/png" } });
  });
}

function refusal(context: Context, status: 404 | 410 | 503): Response | Promise<Response> {
  if (status === 404) return context.notFound();
  if (status === 410) return context.text("This profile is inactive.", 410);
  return context.text("Too many pictures are being drawn. Please try again.", 503, { "Retry-After": "5" });
}
