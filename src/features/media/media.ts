/*
 * Pictures that people upload: read, written anew, kept in the database and served under /media. Which profile or link
 * shows a picture is up to those slices; they ask `checkPicture` what may stand in such a field.
 */
import type * as z from "zod";
import type { Egress } from "#src/features/egress/egress.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { checkUrl, type UrlCheck } from "#src/lib/url.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MEDIA_ERRORS, type mediaContract, PICTURE_BYTES_MAX } from "./contract.ts";
import { encodePicture } from "./pictures.ts";
import { existsMedia, findMediaContent, insertMedia, type MediaContent } from "./store.ts";

const UPLOADS: Limit = { name: "media.upload", attempts: 60, seconds: 60 * 60 };
const MEDIA_PATH = /^\/media\/([0-9a-f-]{36})\.webp$/;

type UploadInput = z.output<NonNullable<(typeof mediaContract.upload)["~orpc"]["inputSchema"]>>;

export async function uploadPicture(ctx: Ctx & { egress?: Egress }, { file, purpose }: UploadInput) {
  if (file.size > PICTURE_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  await ctx.limits.count(UPLOADS, ctx.account);
  const picture = await encodePicture(await file.bytes(), purpose);
  const id = ctx.newId();
  await insertMedia(ctx.db, { id, user_id: ctx.account, created_at: ctx.now().toISOString(), ...picture });
  const { length } = picture.content;
  ctx.egress?.note(ctx.account, "image_optimization", {
    transferred: length,
    saved: Math.max(0, file.size - length),
  });
  return { url: `/media/${id}.webp`, width: picture.width, height: picture.height };
}

/** A kept picture's bytes, type and owner, for the server of /media; undefined when there is none under this id. */
export async function findMedia(db: Db, id: string): Promise<MediaContent | undefined> {
  return isId(id) ? findMediaContent(db, id) : undefined;
}

/** What may stand where a picture's address is asked for: an uploaded picture's path, or an https address that passes the gate. */
export async function checkPicture(db: Db, raw: string): Promise<UrlCheck> {
  const [path, id] = MEDIA_PATH.exec(raw.trim()) ?? [];
  if (path !== undefined && id !== undefined) {
    const known = isId(id) && (await existsMedia(db, id));
    return known ? { ok: true, url: path } : { ok: false, reason: "not_a_url" };
  }
  const checked = checkUrl(raw);
  return checked.ok && !checked.url.startsWith("https://") ? { ok: false, reason: "not_a_url" } : checked;
}
