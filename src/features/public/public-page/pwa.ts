/*
 * A page as an app that a fan installs: its manifest, and its avatar as the icon. The instance's own
 * manifest, which opens the dashboard, belongs to `site`.
 */
import { findMedia } from "#src/features/pages/media/media.ts";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { RESERVED_USERNAMES, USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { FairQueue } from "#src/lib/fair-queue.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { ImageCache } from "#src/platform/pictures/image-cache.ts";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { ICON_PIXELS, iconPath } from "./page/page-app.ts";
import { pageDescription, visibleName } from "./page/page-text.ts";
import type { PageView } from "./page/page-view.ts";
import { styleInputs } from "./page/style/page-css.ts";
import { pageColors } from "./page/style/palette.ts";
import { toPageView } from "./page/to-page-view.ts";
import { languageOf } from "./render/render.ts";
import { findPage } from "./store.ts";

/** The space under an icon. */
const SHORT_NAME_CHARS_MAX = 12;

const WAITING_MAX = 30;
const drawing = new FairQueue({ workers: 1, waitingMax: WAITING_MAX });
/** Drawing one takes 20 to 40 ms. */
const drawn = new ImageCache(4 * 1024 * 1024);

/** Returns the page that visitors see at this username; undefined if there is none to install. */
async function findOpenPage(platform: Platform, username: string): Promise<PageView | undefined> {
  if (!USERNAME_PATTERN.test(username) || RESERVED_USERNAMES.has(username)) return undefined;
  const row = await findPage(platform.database, username);
  return row?.status === "active" ? toPageView(row, row.links) : undefined;
}

/** Returns the W3C web app manifest of a page; undefined if there is none. */
export async function findPageManifest(platform: Platform, username: string) {
  const view = await findOpenPage(platform, username);
  return view && pageManifest(view);
}

function pageManifest(view: PageView) {
  const { light } = pageColors(styleInputs(view));
  const name = visibleName(view);
  return {
    id: `/${view.username}`,
    name,
    short_name: cutChars(name, SHORT_NAME_CHARS_MAX).trim(),
    description: pageDescription(view),
    lang: languageOf(view),
    start_url: `/${view.username}`,
    scope: `/${view.username}`,
    display: "standalone",
    theme_color: light,
    background_color: light,
    icons: ICON_PIXELS.flatMap((pixels) => icons(view, pixels)),
  };
}

/**
 * The page shows the avatar in a circle, so icons may be cut to any shape. Without one, the instance's icons
 * stand in.
 */
function icons(view: PageView, pixels: (typeof ICON_PIXELS)[number]) {
  const own = iconPath(view, pixels);
  const facts = { sizes: `${pixels}x${pixels}`, type: "image/png" };
  return [
    { src: own ?? `/static/icon-${pixels}.png`, ...facts, purpose: "any" },
    { src: own ?? `/static/maskable-${pixels}.png`, ...facts, purpose: "maskable" },
  ];
}

/** Draws the page's avatar as a square PNG; undefined if we have no such picture. */
export async function drawPageIcon(
  platform: Platform,
  username: string,
  pixels: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const view = await findOpenPage(platform, username);
  const id = mediaIdOf(view?.avatar_url ?? "");
  if (!view || id === undefined) return undefined;
  const background = pageColors(styleInputs(view)).light;
  const icon = await drawn.find(`${id} ${pixels} ${background}`, async () => {
    const picture = await findMedia(platform, id);
    if (!picture) return undefined;
    const content = await drawing.run(username, async () => {
      const sharp = await loadSharp();
      return sharp(picture.content)
        .resize(pixels, pixels, { fit: "cover" })
        .flatten({ background })
        .png()
        .toBuffer();
    });
    return { content, content_type: "image/png" };
  });
  return icon?.content;
}
