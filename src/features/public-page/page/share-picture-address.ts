import { shortHash } from "#src/lib/hash.ts";
import { pagesUrlOf } from "./addresses.ts";
import { lookOf } from "./page-css.ts";
import type { PageHome, PageView } from "./page-view.ts";

/** What every platform shows without cutting it (Open Graph, Twitter's large card). */
export const SHARE_PICTURE_WIDTH = 1200;
export const SHARE_PICTURE_HEIGHT = 630;

/** Raised when the drawing changes, so that kept pictures are fetched anew. */
const DRAWING = 2;

/** Names the picture of a page by everything that is drawn in it: another one is another address. */
export function sharePictureVersion(view: PageView, home: PageHome): string {
  const { name, username, bio, avatar_url, background } = view;
  const { theme, veil } = lookOf(view);
  const texts = [name, username, bio, home.instanceName, pagesUrlOf(home)];
  return shortHash(JSON.stringify([DRAWING, texts, avatar_url, background?.url, theme, veil]));
}

/** Where the picture is, as a path on this instance. */
export function sharePicturePath(view: PageView, home: PageHome): string {
  return `/${encodeURIComponent(view.username)}/share.png?v=${sharePictureVersion(view, home)}`;
}
