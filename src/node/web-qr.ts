import type { Context, Hono } from "hono";
import { drawQrPng, drawQrSvg, type Found, findPageToShare, makeCard } from "#src/features/qr/qr.ts";
import { qrPixels } from "#src/features/qr/rules.ts";
import { TooManyWaiting } from "#src/lib/turns.ts";
import type { Platform } from "#src/platform/context.ts";

type App = Hono<{ Variables: { requestId: string } }>;
type PageFound = Extract<Found, { status: 200 }>;

/** A page may get another name or another look at any time. */
const KEPT = "public, max-age=300";

/** A page's QR code and its vCard, beside the page. */
export function addQr(app: App, platform: Platform): void {
  const serve = (
    file: string,
    answer: (found: PageFound, context: Context) => Promise<Response> | Response,
  ) =>
    app.get(`/:username/${file}`, async (context) => {
      const found = await findPageToShare(platform, context.req.param("username"));
      if (found.status === 200) return answer(found, context);
      context.header("Cache-Control", "no-cache");
      if (found.status === 301) return context.redirect(`/${found.username}/${file}`, 301);
      return found.status === 410 ? context.text("This profile is inactive.", 410) : context.notFound();
    });
  serve("qr.svg", ({ url, row }) =>
    file(drawQrSvg(url), "image/svg+xml", `inline; filename="${row.username}-qr.svg"`),
  );
  serve("qr.png", async ({ url, row }, context) => {
    try {
      const png = await drawQrPng(url, qrPixels(context.req.query("size")));
      return file(new Uint8Array(png), "image/png", `inline; filename="${row.username}-qr.png"`);
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      return context.text("Too many pictures are being drawn. Please try again.", 503, {
        "Retry-After": "5",
      });
    }
  });
  serve("card.vcf", ({ row, url }) =>
    file(
      makeCard(platform, row, url),
      "text/vcard; charset=utf-8",
      `attachment; filename="${row.username}.vcf"`,
    ),
  );
}

function file(body: BodyInit, type: string, disposition: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": disposition, "Cache-Control": KEPT },
  });
}
