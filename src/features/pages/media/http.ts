import { answerPart } from "#src/platform/http/byte-ranges.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { ImageCache } from "#src/platform/pictures/image-cache.ts";
import { findMedia } from "./media.ts";
import { mediaIdOf } from "./rules.ts";
import { findMediaOwner } from "./store.ts";

/** About 400 pictures of people, 40 large backgrounds, or 8 videos. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

export function mediaHttp(app: HttpApp, { platform }: HttpParts): void {
  const kept = new ImageCache(KEPT_BYTES_MAX);
  app.get("/media/:file", async (context) => {
    const id = mediaIdOf(context.req.path);
    // It may have been deleted since it was read, or belong to someone else by now.
    const owner = id && (await findMediaOwner(platform.db, id));
    const found = id && owner ? await kept.find(id, () => findMedia(platform, id)) : undefined;
    if (!owner || !found) return context.notFound();
    const headers = new Headers({
      "Content-Type": found.content_type,
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: `"${id}"`,
    });
    const response = answerPart(found.content, context.req.raw.headers, headers);
    platform.egress.note(owner, "storage_access", { transferred: sentBytes(response, found.content.length) });
    return response;
  });
}

function sentBytes({ status, headers }: Response, whole: number): number {
  if (status === 200) return whole;
  const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(headers.get("content-range") ?? "") ?? [];
  return from && to ? Number(to) - Number(from) + 1 : 0;
}
