import { deflateSync } from "node:zlib";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { FRAME_RADIUS, GROUND_RADIUS, type Placed, type QrDrawing } from "./qr-code.ts";
import type { Shape } from "./qr-modules.ts";

/*
 * PDF (ISO 32000-1), of which a code needs rectangles and two pictures. The libraries for it bring a dozen packages
 * for fonts, and no font is needed here.
 */

/** The width of the page in points: 10 cm. */
const WIDTH_PT = 283.465;
/** How far a Bézier curve's handles reach to follow a quarter of a circle of radius 1. */
const QUARTER = 0.5523;

/** Draws the code as a PDF of one page, 10 cm wide, whose lines stay sharp in any size. */
export async function qrPdf(drawing: QrDrawing): Promise<Buffer> {
  const { design, width, height, at, modules, shapes, picture, caption } = drawing;
  const scale = WIDTH_PT / width;
  const ground = { x: at, y: at, width: modules.side, height: modules.side };
  const placed = [
    ...(picture ? [{ ...picture, under: design.light }] : []),
    ...(caption ? [{ ...caption, under: design.dark }] : []),
  ];
  const content = [
    // From modules, counted from the top, to points, counted from the bottom.
    `${fixed(scale)} 0 0 ${fixed(-scale)} 0 ${fixed(height * scale)} cm`,
    ...(caption
      ? [fill(design.dark), path({ x: 0, y: 0, width, height, corners: allOf(FRAME_RADIUS) }), "f"]
      : []),
    fill(design.light),
    path({ ...ground, corners: allOf(caption ? GROUND_RADIUS : 0) }),
    "f",
    fill(design.dark),
    ...shapes.map((shape) => path({ ...shape, x: shape.x + at, y: shape.y + at })),
    "f*",
    ...placed.map(
      (one, n) =>
        `q ${fixed(one.width)} 0 0 ${fixed(-one.height)} ${fixed(one.x)} ${fixed(one.y + one.height)} cm /P${n} Do Q`,
    ),
  ].join("\n");
  const images = await Promise.all(placed.map(imageObject));
  const names = images.map((_image, n) => `/P${n} ${FIRST_IMAGE + n} 0 R`).join(" ");
  return document([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${fixed(WIDTH_PT)} ${fixed(height * scale)}]/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`,
    stream("", Buffer.from(content)),
    ...images,
  ]);
}

/** Objects are counted from 1: catalog, pages, page, and content come before. */
const FIRST_IMAGE = 5;

const fixed = (value: number) => String(Math.round(value * 10_000) / 10_000);
const allOf = (radius: number): Shape["corners"] => [radius, radius, radius, radius];

function fill(color: string): string {
  return `${[1, 3, 5].map((from) => fixed(Number.parseInt(color.slice(from, from + 2), 16) / 255)).join(" ")} rg`;
}

function path({ x, y, width, height, corners: [a, b, c, d] }: Shape): string {
  const [right, bottom] = [x + width, y + height];
  const to = (...numbers: number[]) => numbers.map(fixed).join(" ");
  const rest = 1 - QUARTER;
  return [
    `${to(x + a, y)} m ${to(right - b, y)} l`,
    b && `${to(right - b * rest, y, right, y + b * rest, right, y + b)} c`,
    `${to(right, bottom - c)} l`,
    c && `${to(right, bottom - c * rest, right - c * rest, bottom, right - c, bottom)} c`,
    `${to(x + d, bottom)} l`,
    d && `${to(x + d * rest, bottom, x, bottom - d * rest, x, bottom - d)} c`,
    `${to(x, y + a)} l`,
    a && `${to(x, y + a * rest, x + a * rest, y, x + a, y)} c`,
    "h",
  ]
    .filter(Boolean)
    .join(" ");
}

/** A picture over the color that's under it, without transparency. */
async function imageObject({ png, under }: Placed & { under: string }): Promise<Buffer> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(png)
    .flatten({ background: under })
    .toColorspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return stream(
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8`,
    data,
  );
}

function stream(entries: string, content: Buffer): Buffer {
  const deflated = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${deflated.length}>>\nstream\n`),
    deflated,
    Buffer.from("\nendstream"),
  ]);
}

function document(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, n) => {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const at = length;
  add(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count}/Root 1 0 R>>\n`));
  add(Buffer.from(`startxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
