import { shortHash } from "#src/lib/hash.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { styleInputs } from "../style/page-css.ts";
import { canonicalUrl } from "../urls.ts";

/** A size that every platform shows uncropped (Open Graph, Twitter's large card). */
export const SHARE_PICTURE_WIDTH = 1200;
export const SHARE_PICTURE_HEIGHT = 630;
export const SHARE_PICTURE_TYPE = "image/jpeg";

/** Raised when the drawing changes, so that cached pictures are fetched again. */
const DRAWING = 3;

/** A hash of everything in a page's picture, so that a changed picture gets a new URL. */
export function sharePictureVersion(view: PageView, home: PageHome): string {
  const { name, username, bio, avatar_url, background } = view;
  const { theme, scrim } = styleInputs(view);
  const texts = [name, username, bio, home.instanceName, canonicalUrl(view, home)];
  return shortHash(JSON.stringify([DRAWING, texts, avatar_url, background?.url, theme, scrim]));
}

export function sharePicturePath(view: PageView, home: PageHome): string {
  return `/${encodeURIComponent(view.username)}/share.jpg?v=${sharePictureVersion(view, home)}`;
}
