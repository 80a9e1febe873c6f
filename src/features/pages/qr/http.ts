import type { Context } from "hono";
import * as z from "zod";
import { FairQueue, QueueFull } from "#src/lib/fair-queue.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { ImageCache } from "#src/platform/pictures/image-cache.ts";
import { createVCard, drawPageQr, findPageToShare, findQrTarget, type ShareablePage } from "./qr.ts";
import { type QrDrawing, qrSvg } from "./qr-code.ts";
import { qrPdf } from "./qr-pdf.ts";
import { qrPng } from "./qr-png.ts";
import { qrPixels } from "./rules.ts";

type PageFound = Extract<ShareablePage, { status: 200 }>;

/** A page may get a new name or a new theme at any time. */
const KEPT = "public, max-age=300";

/** Drawings that cost more than a few milliseconds: with a picture, a caption, or round modules. */
const drawn = new ImageCache(4 * 1024 * 1024);
/** Beyond this many at once, requests have to come back. */
const WAITING_MAX = 30;

interface Kind {
  type: string;
  draw(drawing: QrDrawing, pixels: number): Promise<Uint8Array | string> | Uint8Array | string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  svg: { type: "image/svg+xml", draw: qrSvg },
  png: { type: "image/png", draw: qrPng },
  pdf: { type: "application/pdf", draw: qrPdf },
};

/** Serves a page's QR code and vCard, next to the page. */
export function qrHttp(app: HttpApp, { platform }: HttpParts): void {
  const queue = new FairQueue({ workers: 1, waitingMax: WAITING_MAX });
  const serve = (
    path: string,
    answer: (found: PageFound, context: Context) => Promise<Response> | Response,
  ) =>
    app.get(`/:username/${path}`, async (context) => {
      const found = await findPageToShare(platform, context.req.param("username"));
      if (found.status === 200) return answer(found, context);
      context.header("Cache-Control", "no-cache");
      if (found.status === 301) {
        const { search } = new URL(context.req.url);
        return context.redirect(`/${found.username}/${path}${search}`, 301);
      }
      return found.status === 410 ? context.text("This profile is inactive.", 410) : context.notFound();
    });
  for (const [extension, { type, draw }] of Object.entries(KINDS)) {
    serve(`qr.${extension}`, async (found, context) => {
      const { row } = found;
      const { size, link } = context.req.query();
      const pixels = qrPixels(size);
      if (link !== undefined && !z.uuid().safeParse(link).success) return context.notFound();
      const target = await findQrTarget(platform, found, link);
      if (target === undefined) return context.notFound();
      const make = async () => ({
        content_type: type,
        content: Buffer.from(await draw(await drawPageQr(platform, row, target), pixels)),
      });
      const key = JSON.stringify([row, extension, pixels, target]);
      const picture = await drawn.find(key, () => queue.run(row.username, make)).catch(busy);
      if (picture === BUSY)
        return context.text("Too many codes are being drawn right now.", 503, { "Retry-After": "5" });
      if (!picture) return context.notFound();
      return file(picture.content, type, `inline; filename="${row.username}-qr.${extension}"`);
    });
  }
  serve("card.vcf", ({ row, url }) =>
    file(
      createVCard(platform, row, url),
      "text/vcard; charset=utf-8",
      `attachment; filename="${row.username}.vcf"`,
    ),
  );
}

const BUSY = Symbol("busy");

function busy(error: unknown): typeof BUSY {
  if (error instanceof QueueFull) return BUSY;
  throw error;
}

function file(body: string | Uint8Array<ArrayBuffer>, type: string, disposition: string): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": disposition, "Cache-Control": KEPT },
  });
}
