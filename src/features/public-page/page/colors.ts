import { contrastRatio, isColor } from "#src/features/profiles/rules.ts";

export const WHITE = "#ffffff";
export const BLACK = "#000000";

/** WCAG 2.2 §1.4.3, for body text. */
const READABLE_CONTRAST = 4.5;
/** Below this a pair of colors can't be intended, so the text changes. Above it the background gives way a little. */
const INTENDED_CONTRAST = 3;

/** A theme's color as `#rrggbb`. Anything but a hex color is null, so that nothing else reaches the style sheet. */
export function readColor(value: unknown): string | null {
  if (!isColor(value)) return null;
  return value.length === 4 ? value.replace(/[0-9a-f]/gi, "$&$&").toLowerCase() : value.toLowerCase();
}

/** The color with an alpha of 0 to 1, `#rrggbbaa`. */
export function withAlpha(color: string, alpha: number): string {
  return color + byte(alpha * 255);
}

/** `share` (0 to 1) of `color` over `under`, all `#rrggbb`. */
export function mix(color: string, under: string, share: number): string {
  const part = (from: string, at: number) => Number.parseInt(from.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => byte(part(color, at) * share + part(under, at) * (1 - share))).join("")}`;
}

function byte(value: number): string {
  return Math.round(value).toString(16).padStart(2, "0");
}

/** Black or white, whichever reads better on `background`. */
export function inkOn(background: string): string {
  return contrastRatio(WHITE, background) >= contrastRatio(BLACK, background) ? WHITE : BLACK;
}

/** The color of a mark on its brand's color: white, as brands draw it, except on the few that are nearly white. */
export function markInk(brand: string): string {
  return contrastRatio(WHITE, brand) >= 1.8 ? WHITE : BLACK;
}

/** `color` itself if it is readable on `background`, else the nearest shade that is. */
export function readable(color: string, background: string): string {
  return shift(color, inkOn(background), (shade) => contrastRatio(shade, background));
}

export interface Pair {
  text: string;
  background: string;
}

/** The owner's pair of colors, changed just enough to make the text readable; black or white if they are too close. */
export function readablePair(text: string, background: string): Pair {
  if (contrastRatio(text, background) < INTENDED_CONTRAST) return { text: inkOn(background), background };
  const away = inkOn(text);
  return { text, background: shift(background, away, (shade) => contrastRatio(text, shade)) };
}

/** Moves `color` toward `end` in steps until `contrast` is enough. */
function shift(color: string, end: string, contrast: (shade: string) => number): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const shade = mix(color, end, share);
    if (contrast(shade) >= READABLE_CONTRAST) return shade;
  }
  return end;
}
