import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { findMedia } from "./media.ts";
import { mediaIdOf } from "./rules.ts";

/** Serves stored pictures. */
export function mediaHttp(app: HttpApp, { platform }: HttpParts): void {
  app.get("/media/:file", async (context) => {
    const id = mediaIdOf(context.req.path);
    const found = id && (await findMedia(platform.db, id));
    if (!found) return context.notFound();
    platform.egress.note(found.user_id, "storage_access", { transferred: found.content.length });
    return new Response(new Uint8Array(found.content), {
      headers: { "Content-Type": found.content_type, "Cache-Control": "public, max-age=31536000, immutable" },
    });
  });
}
