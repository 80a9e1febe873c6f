import { isColor } from "#src/lib/colors.ts";

/** The fonts that a page may be set in. The first one is the visitor's own, and costs nothing. */
export const FONTS = [
  "system",
  "inter",
  "outfit",
  "montserrat",
  "dm-sans",
  "space-grotesk",
  "nunito",
  "playfair-display",
  "lora",
  "fraunces",
  "oswald",
  "caveat",
  "jetbrains-mono",
] as const;
export type FontKey = (typeof FONTS)[number];

export const BACKGROUND_KINDS = ["color", "gradient", "pattern"] as const;
export const PATTERNS = ["dots", "grid", "stripes", "checks", "waves"] as const;
export const AVATAR_SHAPES = ["circle", "rounded", "square", "none"] as const;
export const HEADER_LAYOUTS = ["centered", "left", "cover"] as const;

/** A background has as many colors besides the page's own. */
export const BACKGROUND_COLORS_MAX = 2;
export const ANGLE_MAX = 360;

/** What a look is made of, besides its colors and buttons. */
export interface LookSettings {
  font: FontKey;
  /** The font of the name and of headings; null means that of everything else. */
  title_font: FontKey | null;
  background_kind: (typeof BACKGROUND_KINDS)[number];
  /** The colors that a gradient goes on to from the page's color, or the color of a pattern. */
  background_colors: string[];
  /** The direction of a gradient, in degrees as in a style sheet. */
  background_angle: number;
  pattern: (typeof PATTERNS)[number];
  avatar_shape: (typeof AVATAR_SHAPES)[number];
  header_layout: (typeof HEADER_LAYOUTS)[number];
}

export const DEFAULT_LOOK: Readonly<LookSettings> = {
  font: "system",
  title_font: null,
  background_kind: "color",
  background_colors: [],
  background_angle: 180,
  pattern: "dots",
  avatar_shape: "circle",
  header_layout: "centered",
};

/** The settings that are a choice of a few. */
export const LOOK_CHOICES = {
  font: FONTS,
  title_font: FONTS,
  background_kind: BACKGROUND_KINDS,
  pattern: PATTERNS,
  avatar_shape: AVATAR_SHAPES,
  header_layout: HEADER_LAYOUTS,
} as const;

/** Reads the look out of stored settings. Whatever isn't known becomes the default. */
export function parseLook(stored: (name: keyof LookSettings) => unknown): LookSettings {
  const choice = <Name extends keyof typeof LOOK_CHOICES>(name: Name) => {
    const choices: readonly LookSettings[Name][] = LOOK_CHOICES[name] as never;
    return choices.find((one) => one === stored(name)) ?? DEFAULT_LOOK[name];
  };
  const colors = stored("background_colors");
  const angle = stored("background_angle");
  return {
    font: choice("font"),
    title_font: choice("title_font"),
    background_kind: choice("background_kind"),
    background_colors: Array.isArray(colors)
      ? colors
          .filter(isColor)
          .slice(0, BACKGROUND_COLORS_MAX)
          .map((color) => color.toLowerCase())
      : [],
    background_angle: isAngle(angle) ? angle : DEFAULT_LOOK.background_angle,
    pattern: choice("pattern"),
    avatar_shape: choice("avatar_shape"),
    header_layout: choice("header_layout"),
  };
}

export function isAngle(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= ANGLE_MAX;
}

/** True if more than one color is behind everything. */
export function hasSurface({ background_kind, background_colors }: Partial<LookSettings>): boolean {
  return (background_kind ?? "color") !== "color" && (background_colors ?? []).length > 0;
}
