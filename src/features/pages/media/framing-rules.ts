/* Which part of a picture is kept, and which part stays visible where the page cuts it off. */

/** Of the upright picture, in shares of its width and height. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Framing {
  crop: Crop | null;
  /** A CSS position. Null for the center. */
  focus: string | null;
}

export interface FramingInput {
  crop_x?: number | undefined;
  crop_y?: number | undefined;
  crop_width?: number | undefined;
  crop_height?: number | undefined;
  focus_x?: number | undefined;
  focus_y?: number | undefined;
}

/** The smallest part that can be kept, in shares of a side. */
export const CROP_SHARE_MIN = 0.01;
const CENTER = "50% 50%";

/** Reads what a form says. A crop that reaches beyond the picture ends at its edge. */
export function framingOf(input: FramingInput): Framing {
  const { crop_x: x = 0, crop_y: y = 0, crop_width = 1, crop_height = 1 } = input;
  const left = Math.min(x, 1 - CROP_SHARE_MIN);
  const top = Math.min(y, 1 - CROP_SHARE_MIN);
  const width = Math.min(crop_width, 1 - left);
  const height = Math.min(crop_height, 1 - top);
  const isWhole = width === 1 && height === 1;
  return { crop: isWhole ? null : { x: left, y: top, width, height }, focus: focusOf(input) };
}

function focusOf({ focus_x: x = 0.5, focus_y: y = 0.5 }: FramingInput): string | null {
  const focus = `${Math.round(x * 100)}% ${Math.round(y * 100)}%`;
  return focus === CENTER ? null : focus;
}

/** Reads a focus back, as shares of the sides. */
export function parseFocus(focus: string | null): { x: number; y: number } {
  const [, x = "50", y = "50"] = /^(\d{1,3})% (\d{1,3})%$/.exec(focus ?? "") ?? [];
  return { x: Math.min(1, Number(x) / 100), y: Math.min(1, Number(y) / 100) };
}
