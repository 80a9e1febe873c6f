/*
 * Shareable forms of a page: its QR code, and its owner as a contact card. `profiles` owns the content;
 * `public-page` draws the picture that networks show.
 */
import { findMedia } from "#src/features/pages/media/media.ts";
import { isOwnPicture, mediaIdOf } from "#src/features/pages/media/rules.ts";
import { PLAIN_QR, parseQrDesign } from "#src/features/pages/profiles/page/qr-design.ts";
import { parseSocialPlatforms } from "#src/features/pages/profiles/page/socials.ts";
import { USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { pageOrigin, pageUrl } from "#src/lib/page-url.ts";
import type { Platform } from "#src/platform/context.ts";
import { drawQr, type QrDrawing, qrSvg } from "./qr-code.ts";
import { QR_SOURCE } from "./rules.ts";
import { type CardRow, findCard, isLinkShown } from "./store.ts";
import { vCard } from "./vcard.ts";

/** The page to share, or the reason why there is none. */
export type ShareablePage =
  | { status: 200; row: CardRow; url: string }
  | { status: 301; username: string }
  | { status: 404 | 410 };

/** Looks up the page with that username. */
export async function findPageToShare(platform: Platform, name: string): Promise<ShareablePage> {
  const username = name.toLowerCase();
  if (!USERNAME_PATTERN.test(username)) return { status: 404 };
  const row = await findCard(platform.db, username, platform.now().toISOString());
  if (!row) return { status: 404 };
  if (row.username !== username) return { status: 301, username: row.username };
  if (row.status !== "active") return { status: 410 };
  return { status: 200, row, url: pageUrl(row, platform.instance.pagesUrl) };
}

/** Scans are counted apart from other visits: they come with a campaign source of their own. */
const SCANNED = `?utm_source=${QR_SOURCE}`;

type PageFound = Extract<ShareablePage, { status: 200 }>;

/**
 * Returns what the code of a page stands for, or that of the link on it with the id `link`. Undefined if visitors don't
 * see such a link.
 */
export async function findQrTarget(platform: Platform, { row, url }: PageFound, link?: string) {
  if (link === undefined) return url + SCANNED;
  const isShown = await isLinkShown(platform.db, { profile: row.id, link });
  return isShown ? `${pageOrigin(row, platform.instance.pagesUrl)}/go/${link}${SCANNED}` : undefined;
}

/** Draws a code in its page's own design. */
export async function drawPageQr(platform: Platform, row: CardRow, target: string): Promise<QrDrawing> {
  const design = parseQrDesign(row.qr_design);
  const own = design.has_picture && isOwnPicture(row.profile_picture_url) ? row.profile_picture_url : null;
  const id = own === null ? undefined : mediaIdOf(own);
  const picture = id === undefined ? undefined : await findMedia(platform, id);
  return drawQr(target, { design, picture: picture?.content });
}

/** Draws any URL's code, black on white, as SVG. */
export async function drawPlainQr(url: string): Promise<string> {
  return qrSvg(await drawQr(url, { design: PLAIN_QR }));
}

export function createVCard(platform: Platform, row: CardRow, url: string): string {
  return vCard({
    name: row.display_name?.trim() || row.name,
    username: row.username,
    url,
    note: row.public_notes ?? "",
    socials: parseSocialPlatforms(row.social_platforms),
    photoUrl: photoUrl(pageOrigin(row, platform.instance.pagesUrl), row.profile_picture_url),
    changedAt: new Date(row.updated_at),
  });
}

/** Address books fetch pictures only over https, and we offer only our own. */
function photoUrl(publicUrl: string, picture: string | null): string | null {
  return isOwnPicture(picture) && publicUrl.startsWith("https://") ? publicUrl + picture : null;
}
