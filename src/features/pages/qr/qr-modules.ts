import { encode } from "uqr";
import type { QrDesign } from "#src/features/pages/profiles/page/qr-design.ts";
import { QR_QUIET_MODULES } from "./rules.ts";

/**
 * A code stays readable with up to 15% of it damaged, which is enough for paper and screens, and codes stay
 * small. A picture in the middle costs much of the 30% that the other level has.
 */
const CORRECTIONS = { plain: "M", withPicture: "H" } as const;

/** The side of the three squares in the corners (ISO/IEC 18004 §6.3.3). */
const FINDER = 7;

/** The part of a code's side that its picture takes. */
const PICTURE_SHARE = 0.22;

export interface QrModules {
  rows: boolean[][];
  side: number;
  /** The free square in the middle, in modules. */
  hole: { at: number; size: number } | null;
}

export function qrModules(text: string, { has_picture }: Pick<QrDesign, "has_picture">): QrModules {
  const ecc = has_picture ? CORRECTIONS.withPicture : CORRECTIONS.plain;
  const rows = encode(text, { ecc, border: QR_QUIET_MODULES }).data;
  const side = rows.length;
  return { rows, side, hole: has_picture ? holeIn(side) : null };
}

/** An odd number of modules, like the code itself, so that it sits in the middle. */
function holeIn(side: number) {
  const wanted = Math.floor((side - 2 * QR_QUIET_MODULES) * PICTURE_SHARE);
  const size = wanted % 2 === 1 ? wanted : wanted - 1;
  return { at: (side - size) / 2, size };
}

/** A rectangle in modules, with the radius of each corner, clockwise from the top left. */
export interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
  corners: readonly [number, number, number, number];
}

/** Returns everything dark, to be filled by the even-odd rule. */
export function darkShapes({ rows, side, hole }: QrModules, shape: QrDesign["shape"]): Shape[] {
  const inHole = (x: number, y: number) =>
    hole !== null && [x, y].every((at) => at >= hole.at && at < hole.at + hole.size);
  if (shape === "square") {
    const open = rows.map((row, y) => row.map((dark, x) => dark && !inHole(x, y)));
    return open.flatMap((row, y) =>
      darkRuns(row).map(([x, width]) => ({ x, y, width, height: 1, corners: SHARP })),
    );
  }
  const isFinder = (x: number, y: number) => finders(side).some(([fx, fy]) => isWithin(x - fx, y - fy));
  const isDark = (x: number, y: number) => rows[y]?.[x] === true && !inHole(x, y) && !isFinder(x, y);
  const shapes = finders(side).flatMap(([x, y]) => finder(x, y));
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (isDark(x, y))
        shapes.push(
          shape === "dots" ? square({ x: x - DOT_OVER, y: y - DOT_OVER }, DOT, DOT / 2) : blob(x, y, isDark),
        );
  return shapes;
}

/** Smaller dots lose the pattern in a corner that scanners straighten a code by: jsQR missed one in six. */
const DOT = 1.08;
const DOT_OVER = (DOT - 1) / 2;

const SHARP = [0, 0, 0, 0] as const;

const square = (at: { x: number; y: number }, size: number, radius: number): Shape => ({
  ...at,
  width: size,
  height: size,
  corners: [radius, radius, radius, radius],
});

const isWithin = (dx: number, dy: number) => dx >= 0 && dy >= 0 && dx < FINDER && dy < FINDER;

function finders(side: number): [x: number, y: number][] {
  const [near, far] = [QR_QUIET_MODULES, side - QR_QUIET_MODULES - FINDER];
  return [
    [near, near],
    [far, near],
    [near, far],
  ];
}

/** Returns the runs of dark modules in a row. */
export function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1]++;
    else found.push([x, 1]);
  });
  return found;
}

/** A module whose corners are round where nothing dark touches them. */
function blob(x: number, y: number, isDark: (x: number, y: number) => boolean): Shape {
  const [top, right, bottom, left] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)];
  const radius = (...touching: boolean[]) => (touching.includes(true) ? 0 : 0.5);
  const corners = [
    radius(top, left),
    radius(top, right),
    radius(bottom, right),
    radius(bottom, left),
  ] as const;
  return { x, y, width: 1, height: 1, corners };
}

/** A ring and a square in it, in the proportions that scanners look for. */
function finder(x: number, y: number): Shape[] {
  return [
    square({ x, y }, 7, 2),
    square({ x: x + 1, y: y + 1 }, 5, 1.2),
    square({ x: x + 2, y: y + 2 }, 3, 0.9),
  ];
}

export function svgPath(shapes: readonly Shape[]): string {
  return shapes.map(svgShape).join("");
}

function svgShape({ x, y, width, height, corners }: Shape): string {
  const [a, b, c, d] = corners;
  const arc = (radius: number, dx: number, dy: number) =>
    radius === 0 ? "" : `a${radius} ${radius} 0 0 1 ${short(dx * radius)} ${short(dy * radius)}`;
  return [
    `M${short(x + a)} ${short(y)}h${short(width - a - b)}`,
    `${arc(b, 1, 1)}v${short(height - b - c)}`,
    `${arc(c, -1, 1)}h${short(c + d - width)}`,
    `${arc(d, -1, -1)}${d + a < height && a > 0 ? `v${short(d + a - height)}` : ""}${arc(a, 1, -1)}z`,
  ].join("");
}

const short = (value: number) => Math.round(value * 1000) / 1000;
