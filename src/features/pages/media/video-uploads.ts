/* Videos that play behind pages. */
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { VIDEO_ERRORS } from "./contract.ts";
import { mediaUploaded } from "./events.ts";
import { storeOnce, UPLOADS } from "./media.ts";
import { isOwnVideo, mediaIdOf, VIDEO_BYTES_MAX } from "./rules.ts";
import { updateMediaUsedAt } from "./store.ts";
import { readVideo } from "./videos/videos.ts";

export async function uploadVideo(ctx: Ctx, { file }: { file: File }) {
  await ctx.limits.count(UPLOADS, ctx.account);
  return keepVideo(ctx, file, (ctx, id) =>
    ctx.announce(mediaUploaded, { subject: id, payload: { purpose: "video" } }),
  );
}

/** Stores a video of an export. */
export async function restoreVideo(
  ctx: Ctx,
  { content, name }: { content: Uint8Array<ArrayBuffer>; name: string | undefined },
) {
  const file = new File([content], `${name || "video"}.mp4`);
  return keepVideo(ctx, file, async () => undefined);
}

async function keepVideo(ctx: Ctx, file: File, announce: (ctx: Ctx, id: string) => Promise<unknown>) {
  if (file.size > VIDEO_BYTES_MAX) throw failure(VIDEO_ERRORS, "VIDEO_TOO_LARGE");
  const original = await file.bytes();
  const { seconds, ...video } = readVideo(original);
  const { url, width, height } = await storeOnce(ctx, {
    original,
    account: ctx.account,
    purpose: "video",
    framing: { crop: null, focus: null },
    file,
    alt_text: "",
    encode: async () => ({ ...video, darkest: null, lightest: null, notice: null }),
    announce,
  });
  return { url, width, height, seconds: Math.round(seconds * 10) / 10 };
}

/** True for the path of a stored video, which is about to be shown then. */
export async function hasStoredVideo({ db, now }: Platform, path: string): Promise<boolean> {
  const id = isOwnVideo(path) ? mediaIdOf(path) : undefined;
  return id !== undefined && updateMediaUsedAt(db, { id, path, used_at: now().toISOString() });
}
