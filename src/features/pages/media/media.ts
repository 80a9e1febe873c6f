/*
 * Pictures: decoded, re-encoded, stored in the database, and served under /media, whether uploaded here or
 * copied from a URL (`import-image.ts`). The slices with profiles and links decide which of them show a
 * picture.
 */

import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { changePerson } from "#src/features/identity/accounts/person/person.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX } from "./contract.ts";
import { mediaUploaded } from "./events.ts";
import { encodePicture, type Purpose } from "./pictures.ts";
import { mediaIdOf, mediaPath } from "./rules.ts";
import { findMediaContent, getMediaBytes, insertMedia, listMediaSizes, type MediaContent } from "./store.ts";

export { copyPicture, ensureStoredPicture, type PictureResult } from "./import-image.ts";
export { deleteMedia, updateMediaUsedAtIn } from "./store.ts";

const UPLOADS: Limit = { name: "media.upload", attempts: 60, seconds: 60 * 60 };

interface Upload {
  file: File;
  purpose: Purpose;
}

export async function uploadPicture(ctx: Ctx, { file, purpose }: Upload) {
  const { account } = ctx;
  await ctx.limits.count(UPLOADS, account);
  return storePicture(ctx, { file, purpose, account }, (ctx, { id }) =>
    ctx.announce(mediaUploaded, { subject: id, payload: { purpose } }),
  );
}

export async function restorePicture(ctx: Ctx, { file, purpose }: Upload) {
  const { account } = ctx;
  return storePicture(ctx, { file, purpose, account }, async () => undefined);
}

/** The person's own picture, the same in every account. */
export async function changeOwnPicture(ctx: Ctx, { file }: { file: File }) {
  const { id } = requirePerson(ctx);
  const picture = { file, purpose: "avatar", account: id } as const;
  await ctx.limits.count(UPLOADS, id);
  const { url, notice } = await storePicture(ctx, picture, (ctx, { url }) =>
    changePerson(ctx, { picture: url }),
  );
  return { picture: url, notice };
}

export async function removeOwnPicture(ctx: Ctx) {
  await changePerson(ctx, { picture: null });
  return { picture: null };
}

interface NewPicture extends Upload {
  account: string;
}

/** `use` assigns it in the same transaction. */
async function storePicture(
  ctx: Ctx,
  { file, purpose, account }: NewPicture,
  use: (ctx: Ctx, stored: { id: string; url: string }) => Promise<void>,
) {
  if (file.size > PICTURE_BYTES_MAX) throw failure(MEDIA_ERRORS, "PICTURE_TOO_LARGE");
  const { notice, ...picture } = await encodePicture(await file.bytes(), { purpose, account });
  const id = ctx.newId();
  const url = mediaPath({ id, ...picture });
  await ctx.write(async (ctx) => {
    await insertMedia(ctx.db, { id, user_id: account, created_at: ctx.now().toISOString(), ...picture });
    await use(ctx, { id, url });
  });
  const { length } = picture.content;
  ctx.egress.note(account, "image_optimization", {
    transferred: length,
    saved: Math.max(0, file.size - length),
  });
  return { url, width: picture.width, height: picture.height, notice };
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

/** Returns a stored picture's bytes, type, and owner, for serving /media. Undefined if the id is unknown. */
export async function findMedia(db: Db, id: string): Promise<MediaContent | undefined> {
  return isId(id) ? findMediaContent(db, id) : undefined;
}
