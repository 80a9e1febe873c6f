export const WHITE = "#ffffff";
export const BLACK = "#000000";
/** The color of text on the instance's highlight color. */
export const ACCENT_INK = "#2a1600";

/** WCAG 2.2 §1.4.3, for body text. */
export const READABLE_CONTRAST = 4.5;
/**
 * Nobody chooses two colors with less contrast than this on purpose, so the text color is replaced. Above it,
 * only the background shifts slightly.
 */
const INTENDED_CONTRAST = 3;

/** True for `#rgb` and `#rrggbb`, the only colors allowed into a style sheet. */
export function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
}

/**
 * Returns a theme's color as `#rrggbb`, or null for anything but a hex color, which keeps everything else out
 * of the style sheet.
 */
export function parseColor(value: unknown): string | null {
  if (!isColor(value)) return null;
  return value.length === 4 ? value.replace(/[0-9a-f]/gi, "$&$&").toLowerCase() : value.toLowerCase();
}

/** Returns the color with an alpha from 0 to 1, as `#rrggbbaa`. */
export function withAlpha(color: string, alpha: number): string {
  return color + byte(alpha * 255);
}

/** Mixes `share` (0 to 1) of `color` over `under`. All colors are `#rrggbb`. */
export function mix(color: string, under: string, share: number): string {
  const part = (from: string, at: number) => Number.parseInt(from.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => byte(part(color, at) * share + part(under, at) * (1 - share))).join("")}`;
}

function byte(value: number): string {
  return Math.round(value).toString(16).padStart(2, "0");
}

/** Returns black or white, whichever is more readable on `background`. */
export function inkOn(background: string): string {
  return contrastRatio(WHITE, background) >= contrastRatio(BLACK, background) ? WHITE : BLACK;
}

/**
 * The color of a brand's mark on the brand's own color: white, except on the few brand colors that are nearly
 * white.
 */
export function markInk(brand: string): string {
  return contrastRatio(WHITE, brand) >= 1.8 ? WHITE : BLACK;
}

/** Returns `color` if it's readable on `background`, otherwise the nearest readable shade. */
export function readable(color: string, background: string): string {
  return shift(color, inkOn(background), (shade) => contrastRatio(shade, background) >= READABLE_CONTRAST);
}

export interface Pair {
  text: string;
  background: string;
}

/**
 * Returns the owner's two colors, changed just enough to make the text readable. Text too close to its
 * background becomes black or white.
 */
export function readablePair(text: string, background: string): Pair {
  if (contrastRatio(text, background) < INTENDED_CONTRAST) return { text: inkOn(background), background };
  const away = inkOn(text);
  return {
    text,
    background: shift(background, away, (shade) => contrastRatio(text, shade) >= READABLE_CONTRAST),
  };
}

/** Moves `color` toward `end` step by step until it's `enough`. */
export function shift(color: string, end: string, enough: (shade: string) => boolean): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const shade = mix(color, end, share);
    if (enough(shade)) return shade;
  }
  return end;
}

/** Contrast between two hex colors as WCAG 2 defines it, from 1 to 21. Text needs at least 4.5. */
export function contrastRatio(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2), from 0 to 1. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/gi, "$&$&") : color;
  const channel = (at: number) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** The main color in ten shades, lightest first. White text is readable from the sixth shade on. */
export function shadesOf(color: string): string[] {
  const lighter = [0.06, 0.16, 0.32, 0.5, 0.65].map((share) => mix(color, WHITE, share));
  const darker = [0.85, 0.7, 0.55].map((share) => mix(color, BLACK, share));
  return [...lighter, readable(mix(color, WHITE, 0.8), WHITE), color, ...darker];
}
