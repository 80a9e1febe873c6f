import type { Hono } from "hono";
import { drawPageIcon, findPageManifest } from "#src/features/public-page/installed-page.ts";
import { ICON_PIXELS } from "#src/features/public-page/page/page-app.ts";
import { TooManyWaiting } from "#src/lib/turns.ts";
import type { Platform } from "#src/platform/context.ts";

type App = Hono<{ Variables: { requestId: string } }>;

/** A page may get another name or look at any time; the URL of an icon names its picture. */
const MANIFEST_KEPT = "public, max-age=300";
const ICON_KEPT = "public, max-age=31536000, immutable";

/** What makes each page an app of its own: its manifest, and its avatar as an icon. */
export function addPageApps(app: App, platform: Platform): void {
  app.get("/:username/manifest.json", async (context, next) => {
    const manifest = await findPageManifest(platform, context.req.param("username").toLowerCase());
    if (!manifest) return next();
    return Response.json(manifest, {
      headers: {
        "Content-Type": "application/manifest+json; charset=utf-8",
        "Cache-Control": MANIFEST_KEPT,
      },
    });
  });
  for (const pixels of ICON_PIXELS) {
    app.get(`/:username/icon-${pixels}.png`, async (context, next) => {
      try {
        const png = await drawPageIcon(platform, context.req.param("username").toLowerCase(), pixels);
        // The instance's own icons are called the same, in /static.
        if (!png) return next();
        return new Response(new Uint8Array(png), {
          headers: { "Content-Type": "image/png", "Cache-Control": ICON_KEPT },
        });
      } catch (error) {
        if (!(error instanceof TooManyWaiting)) throw error;
        return context.text("Too many pictures are being drawn. Please try again.", 503, {
          "Retry-After": "5",
        });
      }
    });
  }
}
