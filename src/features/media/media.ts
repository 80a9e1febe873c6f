/*
 * Pictures: read, written anew, kept in the database and served under /media, whether they are uploaded here or copied from
 * a URL (`copies.ts`). Which profile or link shows a picture is up to those slices.
 */
import type * as z from "zod";
import type { Egress } from "#src/features/egress/egress.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MEDIA_ERRORS, type mediaContract, PICTURE_BYTES_MAX } from "./contract.ts";
import { encodePicture } from "./pictures.ts";
import { findMediaContent, insertMedia, type MediaContent } from "./store.ts";

export { copyPicture, keepPicture } from "./copies.ts";
export { deleteMedia } from "./store.ts";

const UPLOADS: Limit = { name: "media.upload", attempts: 60, seconds: 60 * 60 };

type UploadInput = z.output<NonNullable<(typeof mediaContract.upload)["~orpc"]["inputSchema"]>>;

export async function uploadPicture(ctx: Ctx & { egress?: Egress }, { file, purpose }: UploadInput) {
  if (file.size > PICTURE_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  await ctx.limits.count(UPLOADS, ctx.account);
  const picture = await encodePicture(await file.bytes(), { purpose, account: ctx.account });
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
