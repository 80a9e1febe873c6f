import type { LookSettings } from "#src/features/pages/profiles/theme-rules.ts";
import { BLACK, contrastRatio, mix, parseColor, READABLE_CONTRAST, shift, WHITE } from "#src/lib/colors.ts";

/** What's behind a page that has more than one color there. */
export interface Surface {
  kind: "gradient" | "pattern";
  angle: number;
  pattern: LookSettings["pattern"];
  /** The page's own color, and those that a gradient goes on to or a pattern is drawn in. */
  colors: readonly string[];
}

/** Returns the owner's gradient or pattern on the page's color; null if one color is enough. */
export function surfaceOf(look: Partial<LookSettings>, color: string): Surface | null {
  const { background_kind: kind = "color", background_colors: more = [] } = look;
  const others = more.map(parseColor).filter((one) => one !== null);
  if (kind === "color" || others.length === 0) return null;
  const { background_angle: angle = 180, pattern = "dots" } = look;
  return { kind, angle, pattern, colors: [color, ...(kind === "pattern" ? others.slice(0, 1) : others)] };
}

const STEPS = 16;

/** Returns the colors that text may be on: the surface's own and what browsers mix between them. */
function spotsOf(colors: readonly string[]): string[] {
  return colors.flatMap((color, at) => {
    const next = colors[at + 1];
    if (next === undefined) return [color];
    return Array.from({ length: STEPS }, (_, step) => mix(next, color, step / STEPS));
  });
}

/**
 * More than text needs, because browsers round the colors between, and so that it's clear whether text is
 * lighter or darker: all its shades have to be on the same side.
 */
const SURFACE_CONTRAST = READABLE_CONTRAST + 0.3;
/** Text with less contrast than this wasn't chosen for this surface. */
const INTENDED_CONTRAST = 3;
const REPAIR_STEPS = 20;
/** Between two spots, a browser may mix one that's a little harder. */
const BETWEEN_SPOTS = 0.02;

export interface ReadableSurface {
  text: string;
  surface: Surface;
  /** The spot where text is hardest to read. */
  hardest: string;
}

/**
 * Returns the surface with text that's readable all over it: the owner's color, or else black or white. Where
 * no color is, the surface moves away from the text's until it is; text that couldn't even be read on black or
 * white then moves, too.
 */
export function readableSurface(surface: Surface, wanted: string): ReadableSurface {
  const least = (ink: string, colors: readonly string[]) =>
    Math.min(...spotsOf(colors).map((spot) => contrastRatio(ink, spot)));
  const plain = least(WHITE, surface.colors) >= least(BLACK, surface.colors) ? WHITE : BLACK;
  const chosen = least(wanted, surface.colors) >= INTENDED_CONTRAST ? wanted : plain;
  const [first = chosen] = surface.colors;
  // Where a color can be read all over, the whole surface is on the same side of it.
  const isDarkText = contrastRatio(chosen, WHITE) > contrastRatio(first, WHITE);
  const [away, toward] = isDarkText ? [WHITE, BLACK] : [BLACK, WHITE];
  const text = shift(chosen, toward, (ink) => contrastRatio(ink, away) >= SURFACE_CONTRAST);
  const shares = Array.from({ length: REPAIR_STEPS + 1 }, (_, step) => step / REPAIR_STEPS);
  const colors = shares
    .map((share) => surface.colors.map((color) => mix(away, color, share)))
    .find((moved) => least(text, moved) >= SURFACE_CONTRAST) ?? [away];
  const [hardest = text] = spotsOf(colors).sort((a, b) => contrastRatio(text, a) - contrastRatio(text, b));
  return { text, surface: { ...surface, colors }, hardest: mix(toward, hardest, BETWEEN_SPOTS) };
}

/** Returns the surface as layers of a `background`. */
export function surfaceWash({ kind, angle, pattern, colors }: Surface): string {
  if (kind === "gradient") return `linear-gradient(${angle}deg,${colors.join()})`;
  const [ground = "", ink = ground] = colors;
  return `${PATTERN_LAYERS[pattern](ink)},linear-gradient(${ground},${ground})`;
}

const PATTERN_LAYERS: Record<LookSettings["pattern"], (ink: string) => string> = {
  dots: (ink) => {
    const dot = `radial-gradient(circle,${ink} .1875rem,#0000 .25rem)`;
    return `${dot} 0 0/2rem 2rem,${dot} 1rem 1rem/2rem 2rem`;
  },
  grid: (ink) =>
    `linear-gradient(${ink} 1px,#0000 1px) 0 0/2rem 2rem,linear-gradient(90deg,${ink} 1px,#0000 1px) 0 0/2rem 2rem`,
  stripes: (ink) => `repeating-linear-gradient(135deg,${ink} 0 1rem,#0000 1rem 2rem)`,
  checks: (ink) => `conic-gradient(${ink} 25%,#0000 0 50%,${ink} 0 75%,#0000 0) 0 0/4rem 4rem`,
  waves: (ink) => {
    const arc = `radial-gradient(circle at 50% 0,#0000 1.5rem,${ink} 1.5625rem 1.875rem,#0000 1.9375rem)`;
    return `${arc} 0 0/4rem 2rem,${arc} 2rem 1rem/4rem 2rem`;
  },
};
