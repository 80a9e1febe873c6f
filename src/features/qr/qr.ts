/*
 * A page to take along: its QR code, and its owner as an entry in the visitor's contacts. What is on the page belongs to
 * `profiles`; `public-page` draws the picture that networks show for it.
 */
import { isOwnPicture } from "#src/features/media/rules.ts";
import { readSocialPlatforms } from "#src/features/profiles/page/socials.ts";
import { USERNAME_PATTERN } from "#src/features/profiles/rules.ts";
import { Turns } from "#src/lib/turns.ts";
import type { Platform } from "#src/platform/context.ts";
import { qrPng, qrSvg } from "./qr-code.ts";
import { type CardRow, findCard } from "./store.ts";
import { vCard } from "./vcard.ts";

const WAITING_MAX = 30;
const drawing = new Turns(WAITING_MAX);

/** A page to take along, or why there is none. */
export type Found =
  | { status: 200; row: CardRow; url: string }
  | { status: 301; username: string }
  | { status: 404 | 410 };

/** Looks up the page of that username; its URL is where its QR code leads. */
export async function findPageToShare(platform: Platform, name: string): Promise<Found> {
  const username = name.toLowerCase();
  if (!USERNAME_PATTERN.test(username)) return { status: 404 };
  const row = await findCard(platform.db, username, platform.now().toISOString());
  if (!row) return { status: 404 };
  if (row.username !== username) return { status: 301, username: row.username };
  if (row.status !== "active") return { status: 410 };
  return { status: 200, row, url: `${platform.instance.pagesUrl}/${row.username}` };
}

/** A URL's QR code as SVG. */
export function drawQrSvg(url: string): string {
  return qrSvg(url);
}

/** A URL's QR code as PNG; one is drawn at a time. */
export function drawQrPng(url: string, pixels: number): Promise<Buffer> {
  return drawing.take(() => qrPng(url, pixels));
}

/** The page's owner as a vCard. */
export function makeCard(platform: Platform, row: CardRow, url: string): string {
  return vCard({
    name: row.display_name?.trim() || row.name,
    username: row.username,
    url,
    note: row.public_notes ?? "",
    socials: readSocialPlatforms(row.social_platforms),
    photoUrl: photoUrl(platform.instance.pagesUrl, row.profile_picture_url),
    changedAt: new Date(row.updated_at),
  });
}

/** Address books fetch pictures by https only, and from us only. */
function photoUrl(publicUrl: string, picture: string | null): string | null {
  return isOwnPicture(picture) && publicUrl.startsWith("https://") ? publicUrl + picture : null;
}
