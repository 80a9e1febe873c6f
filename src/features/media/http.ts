import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { findMedia } from "./media.ts";

/** Serves stored pictures. */
export function mediaHttp(app: HttpApp, { platform }: HttpParts): void {
  app.get("/media/:file{[0-9a-f-]+\\.webp}", async (context) => {
    const found = await findMedia(platform.db, context.req.param("file").slice(0, -".webp".length));
    if (!found) return context.notFound();
    platform.egress.note(found.user_id, "storage_access", { transferred: found.content.length });
    return new Response(new Uint8Array(found.content), {
      headers: { "Content-Type": found.content_type, "Cache-Control": "public, max-age=31536000, immutable" },
    });
  });
}
