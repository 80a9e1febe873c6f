import type { Context } from "hono";
import { FONTS_PATH } from "#src/features/pages/profiles/page/fonts.ts";
import { QueueFull } from "#src/lib/fair-queue.ts";
import { PAGE_DATA_PATH } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import { drawingBusyResponse, type HttpApp, visitorCtxOf } from "#src/platform/http/http-module.ts";
import { addContactCards } from "./contact-card.ts";
import { readFont } from "./font-files.ts";
import { addLeadForm, type LeadFormParts } from "./lead-form/lead-http.ts";
import { ICON_PIXELS } from "./page/page-app.ts";
import { SHARE_PICTURE_TYPE } from "./page/share/share-picture-url.ts";
import { drawPageIcon, findPageManifest } from "./pwa.ts";
import { SharePictureCache } from "./share-picture/share-picture-cache.ts";
import { getProfileData } from "./visits/visits.ts";

interface PageParts extends LeadFormParts {}

/** Routes next to a page: its data, its lead form, and its pictures. `serve-page.ts` sends the page. */
export function publicPageHttp(app: HttpApp, parts: PageParts): void {
  addProfileData(app, parts);
  addLeadForm(app, parts);
  addSharePictures(app, new SharePictureCache(parts.platform));
  addPageApps(app, parts.platform);
  addContactCards(app, parts.platform);
  addFonts(app);
}

/** A font's URL has the version of its file. */
const FONT_KEPT = "public, max-age=31536000, immutable";

/** The fonts that owners may choose, in their subsets. Any origin may read them, as all fonts of the web. */
function addFonts(app: HttpApp): void {
  app.get(`${FONTS_PATH}:file`, async (context, next) => {
    const font = await readFont(context.req.param("file"));
    if (!font) return next();
    return new Response(font, {
      headers: {
        "Content-Type": "font/woff2",
        "Cache-Control": FONT_KEPT,
        "Access-Control-Allow-Origin": "*",
      },
    });
  });
}

/** A page may get a new name or theme at any time. An icon's URL changes with its picture. */
const MANIFEST_KEPT = "public, max-age=300";
const ICON_KEPT = "public, max-age=31536000, immutable";

/** Makes each page installable as an app: its manifest, and its avatar as an icon. */
function addPageApps(app: HttpApp, platform: Platform): void {
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
        // The instance's own icons in /static have the same names.
        if (!png) return next();
        return new Response(png, {
          headers: { "Content-Type": "image/png", "Cache-Control": ICON_KEPT },
        });
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        return drawingBusyResponse(context);
      }
    });
  }
}

/** A picture whose URL identifies its content never changes. Any other may, with the next edit. */
const PICTURE_KEPT = "public, max-age=31536000, immutable";
const PICTURE_ASKED_AGAIN = "public, max-age=300";

function addSharePictures(app: HttpApp, pictures: SharePictureCache): void {
  app.get("/:username/share.jpg", async (context) => {
    const asked = context.req.query("v") ?? "";
    const found = await pictures.find(context.req.param("username").toLowerCase(), asked);
    context.header("Cache-Control", "no-cache");
    if (found.status === 301) return context.redirect(`/${found.username}/share.jpg`, 301);
    if (found.status !== 200) return refusal(context, found.status);
    const headers = {
      ETag: `"${found.version}"`,
      "Cache-Control": asked === found.version ? PICTURE_KEPT : PICTURE_ASKED_AGAIN,
    };
    return new Response(found.jpeg, { headers: { ...headers, "Content-Type": SHARE_PICTURE_TYPE } });
  });
}

function refusal(context: Context, status: 404 | 410 | 503): Response | Promise<Response> {
  if (status === 404) return context.notFound();
  if (status === 410) return context.text("This profile is inactive.", 410);
  return drawingBusyResponse(context);
}

/** The warm-up URLs of spec §7: the response of `get-profile-data`, and parts of it. */
function addProfileData(app: HttpApp, parts: PageParts): void {
  const read = (context: Context) =>
    getProfileData(visitorCtxOf(parts, context), { username: context.req.param("username") ?? "" });
  app.use(`${PAGE_DATA_PATH}*`, async (context, next) => {
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get(`${PAGE_DATA_PATH}:username`, async (context) => context.json(await read(context)));
  app.get(`${PAGE_DATA_PATH}:username/links`, async (context) => {
    const { links } = await read(context);
    return context.json({ links });
  });
  app.get(`${PAGE_DATA_PATH}:username/customization`, async (context) => {
    const { customization } = await read(context);
    return context.json({ customization });
  });
}
