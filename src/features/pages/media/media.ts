/*
 * Pictures: decoded, re-encoded, stored, and served under /media, whether uploaded here or
 * copied from a URL (`import-image.ts`). Videos are stored and served in the same way (`video-uploads.ts`). The slices with profiles and links decide which of them show a
 * picture.
 */

import { createHash } from "node:crypto";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { changePerson } from "#src/features/identity/accounts/person/person.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type Contents, findContent, type MediaContent, placeContent } from "./contents.ts";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX, STORAGE_ERRORS } from "./contract.ts";
import { mediaUploaded } from "./events.ts";
import type { ExportedPicture } from "./exported-pictures.ts";
import { type Framing, type FramingInput, framingOf, parseFocus } from "./framing-rules.ts";
import { encodePicture, type Picture } from "./pictures.ts";
import {
  ALT_CHARS_MAX,
  FILE_NAME_CHARS_MAX,
  type MediaType,
  mediaIdOf,
  mediaPath,
  type Purpose,
} from "./rules.ts";
import {
  findMediaByHash,
  getMediaBytes,
  insertMedia,
  insertMediaOnce,
  listMediaSizes,
  type MediaRow,
} from "./store.ts";

export { checkStorage } from "./contents-moves.ts";
export { copyPicture, ensureStoredPicture, type PictureResult } from "./import-image.ts";

export const UPLOADS: Limit = { name: "media.upload", attempts: 60, seconds: 60 * 60 };

interface Upload extends FramingInput {
  file: File;
  purpose: Purpose;
}

export async function uploadPicture(ctx: Ctx, upload: Upload) {
  await ctx.limits.count(UPLOADS, ctx.account);
  return keepUpload(ctx, upload, (ctx, id) =>
    ctx.announce(mediaUploaded, { subject: id, payload: { purpose: upload.purpose } }),
  );
}

interface Restored {
  content: Uint8Array<ArrayBuffer>;
  purpose: Purpose;
  about: ExportedPicture | undefined;
}

/** Stores a picture of an export. */
export async function restorePicture(ctx: Ctx, { content, purpose, about }: Restored) {
  const { x: focus_x, y: focus_y } = parseFocus(about?.focus ?? null);
  const file = new File([content], `${about?.name || "picture"}.webp`);
  const alt_text = cleanText(about?.alt_text ?? "", ALT_CHARS_MAX);
  return keepUpload(ctx, { file, purpose, alt_text, focus_x, focus_y }, async () => undefined);
}

type Announce = (ctx: Ctx, id: string) => Promise<unknown>;

async function keepUpload(
  ctx: Ctx,
  { file, purpose, alt_text = "", ...input }: Upload & { alt_text?: string },
  announce: Announce,
) {
  if (file.size > PICTURE_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  const { account } = ctx;
  const original = await file.bytes();
  const framing = framingOf(input);
  return storeOnce(ctx, {
    original,
    account,
    purpose,
    framing,
    file,
    alt_text,
    announce,
    encode: () => encodePicture(original, { purpose, account, crop: framing.crop }),
  });
}

/** What people would call a file: its name without the ending. Phones and browsers have names that say nothing. */
function nameOf({ name }: Pick<File, "name">): string {
  const words = cleanText(name.replace(/\.[a-z\d]{1,5}$/i, "").replace(/\s+/g, " "), FILE_NAME_CHARS_MAX);
  return /^(?:image|blob|picture|video)$/i.test(words) ? "" : words;
}

interface Kept {
  original: Uint8Array;
  account: string;
  purpose: Purpose | "video";
  framing: Framing;
  /** Whose name it keeps. */
  file: Pick<File, "name">;
  alt_text: string;
  encode: () => Promise<Omit<Picture, "content_type"> & { content_type: MediaType }>;
  announce: Announce;
}

/** Stores what's made of a file, unless the account has made the same of it before. */
export async function storeOnce(ctx: Ctx, { original, account, purpose, framing, ...made }: Kept) {
  const focus = purpose === "background" ? framing.focus : null;
  const hash = hashOf(original, [purpose, framing.crop, focus]);
  const used_at = ctx.now().toISOString();
  const found = () => findMediaByHash(ctx.db, { account, hash, used_at });
  const known = await found();
  if (known) return uploaded(known);
  const { notice, ...picture } = await made.encode();
  const name = nameOf(made.file);
  const { alt_text } = made;
  const { content, content_type, width, height, darkest, lightest } = picture;
  const row = {
    id: ctx.newId(),
    user_id: account,
    uploaded_by: actorId(ctx),
    created_at: used_at,
    purpose,
    name,
    alt_text,
    focus,
    hash,
  };
  const placed = await placeContent(ctx, { id: row.id, content, content_type });
  const isNew = await ctx.write(async (ctx) => {
    const facts = { ...placed, content_type, width, height, darkest, lightest };
    const isNew = await insertMediaOnce(ctx.db, { ...row, ...facts });
    if (isNew) await made.announce(ctx, row.id);
    return isNew;
  });
  // Somebody may have uploaded the same at the same time.
  const other = isNew ? undefined : await found();
  if (other) return uploaded(other);
  if (purpose !== "video") noteEgress(ctx, account, { from: original.length, to: content.length });
  return { ...uploaded({ ...row, content_type, width, height }), notice };
}

type Stored = Pick<MediaRow, "id" | "content_type" | "width" | "height" | "alt_text">;

function uploaded({ width, height, alt_text, ...row }: Stored) {
  return { url: mediaPath(row), width, height, alt_text, notice: null as string | null };
}

function hashOf(original: Uint8Array, made: unknown): string {
  return createHash("sha256").update(JSON.stringify(made)).update(original).digest("hex");
}

function noteEgress(ctx: Ctx, account: string, { from, to }: { from: number; to: number }): void {
  ctx.egress.note(account, "image_optimization", { transferred: to, saved: Math.max(0, from - to) });
}

/** The person's own picture, the same in every account. */
export async function changeOwnPicture(ctx: Ctx, { file }: { file: File }) {
  const { id: account } = requirePerson(ctx);
  await ctx.limits.count(UPLOADS, account);
  if (file.size > PICTURE_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  const { notice, ...picture } = await encodePicture(await file.bytes(), { purpose: "avatar", account });
  const id = ctx.newId();
  const url = mediaPath({ id, ...picture });
  const created_at = ctx.now().toISOString();
  const placed = await placeContent(ctx, { id, ...picture });
  await ctx.write(async (ctx) => {
    await insertMedia(ctx.db, { id, user_id: account, purpose: "own", created_at, ...picture, ...placed });
    await changePerson(ctx, { picture: url });
  });
  noteEgress(ctx, account, { from: file.size, to: picture.content.length });
  return { picture: url, notice };
}

export async function removeOwnPicture(ctx: Ctx) {
  await changePerson(ctx, { picture: null });
  return { picture: null };
}

/** Returns the total size in bytes of the account's pictures at these paths. Other paths count as zero. */
export function mediaBytes({ db, account }: Ctx, paths: readonly string[]): Promise<number> {
  const ids = paths.flatMap((path) => mediaIdOf(path) ?? []);
  return ids.length === 0 ? Promise.resolve(0) : getMediaBytes(db, { account, ids });
}

/** Returns the sizes in pixels of the pictures at these paths. Others are left out. */
export function listPictureSizes({ db }: Ctx, paths: readonly string[]) {
  return listMediaSizes(
    db,
    paths.flatMap((path) => mediaIdOf(path) ?? []),
  );
}

/** Returns a stored picture's bytes, type, and owner, for serving /media. Undefined if the id is unknown. Don't call it in a transaction. */
export async function findMedia(from: Contents, id: string): Promise<MediaContent | undefined> {
  const found = isId(id) ? await findContent(from, id) : undefined;
  if (found === "lost") throw failure(STORAGE_ERRORS, "PICTURE_UNREACHABLE");
  return found;
}
