import { encode } from "uqr";
import { loadSharp } from "#src/platform/pictures/sharp.ts";
import { QR_QUIET_MODULES } from "./rules.ts";

/** A code stays readable with up to 15% of it damaged: enough for paper and screens, and codes stay small. */
const CORRECTION = "M";

function modulesOf(text: string): boolean[][] {
  return encode(text, { ecc: CORRECTION, border: QR_QUIET_MODULES }).data;
}

/** A text's QR code as SVG: black on white, whatever is around it. */
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

/** Where runs of dark modules start in a row, and how long they are. */
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
 * The same as PNG, `pixels` wide and high. Every module is as many whole pixels as fit, so that edges stay
 * sharp.
 */
export async function qrPng(text: string, pixels: number): Promise<Buffer> {
  const rows = modulesOf(text);
  const scale = Math.max(1, Math.floor(pixels / rows.length));
  const margin = Math.floor((pixels - scale * rows.length) / 2);
  const bytes = Buffer.alloc(pixels * pixels, 255);
  rows.forEach((row, y) => {
    for (const [x, length] of darkRuns(row)) {
      for (let line = 0; line < scale; line++) {
        const at = (margin + y * scale + line) * pixels + margin + x * scale;
        bytes.fill(0, at, at + length * scale);
      }
    }
  });
  const sharp = await loadSharp();
  return sharp(bytes, { raw: { width: pixels, height: pixels, channels: 1 } })
    .png({ palette: true, colors: 2, compressionLevel: 9 })
    .toBuffer();
}
