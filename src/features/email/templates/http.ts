import { QueueFull } from "#src/lib/fair-queue.ts";
import { COUNTDOWN_PATH } from "#src/lib/paths.ts";
import { drawingBusyResponse, type HttpApp, type HttpParts } from "#src/platform/http/http-module.ts";
import { CountdownPictures } from "./blocks/countdown-pictures.ts";

/** Serves the pictures of countdowns in e-mail, without recording who requested them. */
export function templatesHttp(app: HttpApp, { platform }: HttpParts): void {
  const pictures = new CountdownPictures(platform);
  app.get(`${COUNTDOWN_PATH}:token{.+\\.png}`, async (context) => {
    try {
      const found = await pictures.find(context.req.param("token").slice(0, -".png".length));
      if (!found) return context.notFound();
      return new Response(new Uint8Array(found.png), {
        headers: { "Content-Type": "image/png", "Cache-Control": `public, max-age=${found.seconds}` },
      });
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return drawingBusyResponse(context);
    }
  });
}
