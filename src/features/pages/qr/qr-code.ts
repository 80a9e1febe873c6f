import type { QrDesign } from "#src/features/pages/profiles/page/qr-design.ts";
import { drawableText, drawTextBlock } from "#src/platform/pictures/draw-text.ts";
import { fontOf } from "#src/platform/pictures/fonts.ts";
import { roundedBox } from "#src/platform/pictures/raster.ts";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { darkShapes, type QrModules, qrModules, type Shape, svgPath } from "./qr-modules.ts";

/** What belongs to a code besides the text it stands for. */
export interface QrLook {
  design: QrDesign;
  /** The picture in its middle, as stored. */
  picture?: Uint8Array | undefined;
}

/** A drawn code, in modules: what SVG, PNG and PDF are made from. */
export interface QrDrawing {
  design: QrDesign;
  width: number;
  height: number;
  /** The top left corner of the code with its quiet zone. */
  at: number;
  modules: QrModules;
  shapes: Shape[];
  picture: Placed | null;
  caption: Placed | null;
}

export interface Placed {
  x: number;
  y: number;
  width: number;
  height: number;
  png: Buffer;
}

/** The frame around a code with a caption, and the band that the caption is in, in modules. */
const FRAME = 1.5;
const BAND = 7;
/** Enough for a poster. */
const PICTURE_PX = 480;
const CAPTION_PX_PER_MODULE = 24;
const CAPTION_SIZES = [96, 84, 72, 60, 48];
/** The light edge around the picture, in modules. */
const PICTURE_EDGE = 0.75;

export async function drawQr(text: string, { design, picture }: QrLook): Promise<QrDrawing> {
  const has_picture = design.has_picture && picture !== undefined;
  const modules = qrModules(text, { has_picture });
  const { side, hole } = modules;
  const shapes = darkShapes(modules, design.shape);
  const caption = await drawCaption(design, side);
  const at = caption ? FRAME : 0;
  const width = side + 2 * at;
  const placed =
    hole && picture ? await placePicture(picture, { from: at + hole.at, size: hole.size }) : null;
  return {
    design,
    width,
    height: width + (caption ? BAND : 0),
    at,
    modules,
    shapes,
    picture: placed,
    caption,
  };
}

async function placePicture(
  picture: Uint8Array,
  { from, size }: { from: number; size: number },
): Promise<Placed> {
  const sharp = await loadSharp();
  const inner = size - 2 * PICTURE_EDGE;
  const circle = roundedBox({
    width: PICTURE_PX,
    height: PICTURE_PX,
    radius: PICTURE_PX / 2,
    color: "#000000",
  });
  const raw = { width: PICTURE_PX, height: PICTURE_PX, channels: 4 as const };
  const png = await sharp(picture)
    .resize(PICTURE_PX, PICTURE_PX, { fit: "cover" })
    .ensureAlpha()
    .composite([{ input: circle.data, raw, blend: "dest-in" }])
    .png()
    .toBuffer();
  return { x: from + PICTURE_EDGE, y: from + PICTURE_EDGE, width: inner, height: inner, png };
}

/** Drawn rather than written, so that it looks the same in every program and has all our scripts. */
async function drawCaption({ caption, light }: QrDesign, side: number): Promise<Placed | null> {
  const text = drawableText(caption, fontOf("bold"));
  if (!text) return null;
  const sharp = await loadSharp();
  const width = Math.floor(side * CAPTION_PX_PER_MODULE);
  const words = { text, weight: "bold", color: light, width, linesMax: 1, sizes: CAPTION_SIZES } as const;
  const raster = await drawTextBlock(sharp, words);
  const raw = { width: raster.width, height: raster.height, channels: 4 as const };
  const png = await sharp(raster.data, { raw }).png().toBuffer();
  const [w, h] = [raster.width / CAPTION_PX_PER_MODULE, raster.height / CAPTION_PX_PER_MODULE];
  const full = side + 2 * FRAME;
  return { x: (full - w) / 2, y: full + (BAND - FRAME - h) / 2, width: w, height: h, png };
}

/** The corners of a frame and of the ground in it, in modules. */
export const FRAME_RADIUS = 3;
export const GROUND_RADIUS = FRAME_RADIUS - FRAME / 2;

/** Draws the code as SVG, with no more than a path if its design asks for no more. */
export function qrSvg({ design, width, height, at, modules, shapes, picture, caption }: QrDrawing): string {
  const { side } = modules;
  const frame = caption
    ? `<rect width="${width}" height="${height}" rx="${FRAME_RADIUS}" fill="${design.dark}"/>`
    : "";
  const ground = `<rect x="${at}" y="${at}" width="${side}" height="${side}" rx="${caption ? GROUND_RADIUS : 0}" fill="${design.light}"/>`;
  const crisp = design.shape === "square" ? ' shape-rendering="crispEdges"' : "";
  const code = `<path transform="translate(${at} ${at})" fill="${design.dark}" fill-rule="evenodd"${crisp} d="${svgPath(shapes)}"/>`;
  const images = [picture, caption].map((placed) => (placed ? image(placed) : ""));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    frame + ground + code + images.join(""),
    "</svg>",
  ].join("");
}

function image({ x, y, width, height, png }: Placed): string {
  const data = `data:image/png;base64,${png.toString("base64")}`;
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="${data}"/>`;
}
