import type { Context } from "hono";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { createVCard, drawQrPng, drawQrSvg, findPageToShare, type ShareablePage } from "./qr.ts";
import { qrPixels } from "./rules.ts";

type PageFound = Extract<ShareablePage, { status: 200 }>;

/** A page may get a new name or a new theme at any time. */
const KEPT = "public, max-age=300";

/** Serves a page's QR code and vCard, next to the page. */
export function qrHttp(app: HttpApp, { platform }: HttpParts): void {
  const serve = (file: string, answer: (found: PageFound, context: Context) => Response) =>
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
  serve("qr.png", ({ url, row }, context) => {
    const png = drawQrPng(url, qrPixels(context.req.query("size")));
    return file(new Uint8Array(png), "image/png", `inline; filename="${row.username}-qr.png"`);
  });
  serve("card.vcf", ({ row, url }) =>
    file(
      createVCard(platform, row, url),
      "text/vcard; charset=utf-8",
      `attachment; filename="${row.username}.vcf"`,
    ),
  );
}

function file(body: string | Uint8Array<ArrayBuffer>, type: string, disposition: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": disposition, "Cache-Control": KEPT },
  });
}
