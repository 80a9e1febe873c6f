import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { ImageCache } from "#src/platform/pictures/image-cache.ts";
import { findMedia } from "./media.ts";
import { mediaIdOf } from "./rules.ts";
import { findMediaOwner } from "./store.ts";

/** About 400 pictures of people, or 40 large backgrounds. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;

export function mediaHttp(app: HttpApp, { platform }: HttpParts): void {
  const pictures = new ImageCache(KEPT_BYTES_MAX);
  app.get("/media/:file", async (context) => {
    const id = mediaIdOf(context.req.path);
    // It may have been deleted since it was read, or belong to someone else by now.
    const owner = id && (await findMediaOwner(platform.db, id));
    const found = id && owner ? await pictures.find(id, () => findMedia(platform, id)) : undefined;
    if (!owner || !found) return context.notFound();
    platform.egress.note(owner, "storage_access", { transferred: found.content.length });
    return new Response(found.content, {
      headers: {
        "Content-Type": found.content_type,
        "Cache-Control": "public, max-age=31536000, immutable",
        ETag: `"${id}"`,
      },
    });
  });
}
