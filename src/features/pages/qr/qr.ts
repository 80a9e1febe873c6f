/*
 * Shareable forms of a page: its QR code, and its owner as a contact card. `profiles` owns the content;
 * `public-page` draws the picture that networks show.
 */
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { parseSocialPlatforms } from "#src/features/pages/profiles/page/socials.ts";
import { USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { pageOrigin, pageUrl } from "#src/lib/page-url.ts";
import type { Platform } from "#src/platform/context.ts";
import { qrPng, qrSvg } from "./qr-code.ts";
import { type CardRow, findCard } from "./store.ts";
import { vCard } from "./vcard.ts";

/** The page to share, or the reason why there is none. */
export type ShareablePage =
  | { status: 200; row: CardRow; url: string }
  | { status: 301; username: string }
  | { status: 404 | 410 };

/** Looks up the page with that username. Its QR code leads to its URL. */
export async function findPageToShare(platform: Platform, name: string): Promise<ShareablePage> {
  const username = name.toLowerCase();
  if (!USERNAME_PATTERN.test(username)) return { status: 404 };
  const row = await findCard(platform.db, username, platform.now().toISOString());
  if (!row) return { status: 404 };
  if (row.username !== username) return { status: 301, username: row.username };
  if (row.status !== "active") return { status: 410 };
  return { status: 200, row, url: pageUrl(row, platform.instance.pagesUrl) };
}

export function drawQrSvg(url: string): string {
  return qrSvg(url);
}

export function drawQrPng(url: string, pixels: number): Buffer {
  return qrPng(url, pixels);
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
