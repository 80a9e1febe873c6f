import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { KeptPictures } from "./kept-pictures.ts";
import { findMedia } from "./media.ts";
import { mediaIdOf } from "./rules.ts";
import { findMediaOwner } from "./store.ts";

/** Serves stored pictures. */
export function mediaHttp(app: HttpApp, { platform }: HttpParts): void {
  const pictures = new KeptPictures((id) => findMedia(platform.db, id));
  app.get("/media/:file", async (context) => {
    const id = mediaIdOf(context.req.path);
    // It may have been deleted since it was read, or be someone else's by now.
    const owner = id && (await findMediaOwner(platform.db, id));
    const found = id && owner ? await pictures.find(id) : undefined;
    if (!owner || !found) return context.notFound();
    platform.egress.note(owner, "storage_access", { transferred: found.content.length });
    return new Response(found.content, {
      headers: { "Content-Type": found.content_type, "Cache-Control": "public, max-age=31536000, immutable" },
    });
  });
}
