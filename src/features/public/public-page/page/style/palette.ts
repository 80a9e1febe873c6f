import type { Tones } from "#src/features/pages/media/rules.ts";
import { DEFAULT_THEME, overridesDarkMode } from "#src/features/pages/profiles/rules.ts";
import { hasSurface } from "#src/features/pages/profiles/theme-rules.ts";
import {
  BLACK,
  contrastRatio,
  inkOn,
  mix,
  type Pair,
  parseColor,
  readable,
  readablePair,
  WHITE,
  withAlpha,
} from "#src/lib/colors.ts";
import type { PageTheme, StyleInputs } from "../page-view.ts";
import { readableSurface, type Surface, surfaceOf, surfaceWash } from "./surface.ts";

/** The default colors, for owners who chose none: the purple gradient of spec §2, in light and dark mode. */
interface DefaultLook {
  /** From top to bottom; text is readable on every shade. */
  shades: readonly [string, string, string];
  text: string;
  card: Pair;
  glows: readonly [string, string];
}

const DAY: DefaultLook = {
  shades: [DEFAULT_THEME.theme_color, "#f8f5ff", "#e6dcff"],
  text: DEFAULT_THEME.text_color,
  card: { background: DEFAULT_THEME.button_color, text: DEFAULT_THEME.button_text_color },
  glows: ["#e879f966", "#818cf866"],
};
const DARK: DefaultLook = {
  shades: ["#2a1260", "#190a3d", "#110628"],
  text: WHITE,
  card: { background: "#37206e", text: WHITE },
  glows: ["#a21caf59", "#4338ca59"],
};

/** A picture has to stand out in a feed, so this is the same purple at its strongest. */
const POSTER: DefaultLook = {
  shades: ["#7c3aed", "#5b21b6", "#2e1065"],
  text: WHITE,
  card: { background: WHITE, text: "#2e1065" },
  glows: ["#c026d399", "#4f46e5b3"],
};

function defaultWash({ shades: [top, middle, bottom], glows: [warm, cool] }: DefaultLook): string {
  const faded = (color: string) => `${color.slice(0, -2)}00`;
  return [
    `radial-gradient(46rem 34rem at 90% -6rem,${warm},${faded(warm)} 70%)`,
    `radial-gradient(40rem 40rem at -10% 22rem,${cool},${faded(cool)} 70%)`,
    `linear-gradient(165deg,${top},${middle} 45%,${bottom})`,
  ].join();
}

function defaultPalette(look: DefaultLook, theme: PageTheme): Palette {
  const [background] = look.shades;
  const text = chosen(theme, "text_color");
  return {
    background,
    text: text === null ? look.text : readable(text, background),
    button: chosen(theme, "button_color") === null ? look.card : (chosenButton(theme) ?? look.card),
    wash: defaultWash(look),
    scrim: "transparent",
  };
}

/** Shadows are dark blue, because black looks dirty on colored pages. */
const SHADE = "#0b1026";

/** Light pages turn into this in dark mode, with a hint of their own color. */
const NIGHT = "#0c0d14";
const NIGHT_TINT = 0.09;
/** A gradient or pattern keeps more of its colors, or nothing would be left of it. */
const NIGHT_SURFACE_TINT = 0.2;
/** The overlay on a picture gets this much denser in dark mode. */
const NIGHT_SCRIM = 0.3;

interface Palette extends Pair {
  button: Pair;
  wash: string;
  /** Between the picture and the text, `#rrggbbaa`. */
  scrim: string;
  /** The color at the top of the page, if that isn't the background. */
  top?: string;
}

/** True if the page looks different in dark mode, so that visitors get a choice. */
export function hasDarkMode(look: StyleInputs): boolean {
  if (overridesDarkMode(look.theme)) return false;
  return (
    look.scrim !== null || ownColor(look.theme) === null || inkOn(ownColor(look.theme) ?? WHITE) === BLACK
  );
}

/** The color of the browser's own bars, `#rrggbb`. */
export interface FrameColors {
  light: string;
  /** Absent if the page looks the same in dark mode. */
  dark?: string;
}

export function pageColors(look: StyleInputs): FrameColors {
  const frame = ({ top, background }: Palette) => top ?? background;
  const light = frame(day(look));
  return hasDarkMode(look) ? { light, dark: frame(night(look)) } : { light };
}

/** Visitors who force their own colors get them everywhere, even where a color is mixed from others. */
const FORCED = `@media (forced-colors:active){:root:root:root{--bg:Canvas;--text:CanvasText;--soft:CanvasText;--muted:CanvasText;--button:Canvas;--label:CanvasText;--quiet:CanvasText;--bad:CanvasText;--wrong:CanvasText;--wash:none}}
`;

/** Returns all colors as custom properties, for the document and for the shadow root of the preview. */
export function paletteCss(look: StyleInputs): string {
  const light = `:root,:host{${properties(day(look))}}\n`;
  if (!hasDarkMode(look)) return light + FORCED;
  const dark = properties(night(look));
  return `${light}@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}
:root[data-scheme=dark],:host([data-scheme=dark]){${dark}}
${FORCED}`;
}

/** The color that the page's background begins with; null for the default gradient. */
function ownColor(theme: PageTheme): string | null {
  return chosen(theme, "theme_color") ?? (hasSurface(theme) ? DEFAULT_THEME.theme_color : null);
}

/** Null if the owner left the default, or if it isn't a color. */
function chosen(theme: PageTheme, name: "theme_color" | "text_color" | "button_color"): string | null {
  const color = parseColor(theme[name]);
  return color === DEFAULT_THEME[name] ? null : color;
}

function day(look: StyleInputs): Palette {
  const { theme } = look;
  const own = ownColor(theme);
  if (look.scrim) return overPicture(look.scrim, theme);
  const button = chosenButton(theme) ?? DAY.card;
  if (own === null) return defaultPalette(DAY, theme);
  const surface = surfaceOf(theme, own);
  if (surface) return onSurface(surface, { text: parseColor(theme.text_color) ?? inkOn(own), button });
  const pair = readablePair(parseColor(theme.text_color) ?? inkOn(own), own);
  return { ...pair, button, wash: glow(button.background), scrim: "transparent" };
}

function night(look: StyleInputs): Palette {
  if (look.scrim) {
    const opacity = Math.min(1, look.scrim.opacity + NIGHT_SCRIM);
    return overPicture({ ...look.scrim, overlay: "black", opacity }, look.theme);
  }
  const light = day(look);
  const own = ownColor(look.theme);
  if (own === null) return defaultPalette(DARK, look.theme);
  const surface = surfaceOf(look.theme, own);
  if (surface) {
    const colors = surface.colors.map((color) => mix(color, NIGHT, NIGHT_SURFACE_TINT));
    return onSurface({ ...surface, colors }, { text: mix(own, WHITE, 0.06), button: light.button });
  }
  const background = mix(own, NIGHT, NIGHT_TINT);
  return { ...light, background, text: readable(mix(own, WHITE, 0.06), background) };
}

/** The hardest spot is the background that all shades of text are made for. */
function onSurface(surface: Surface, { text: wanted, button }: { text: string; button: Pair }): Palette {
  const { text, surface: shown, hardest } = readableSurface(surface, wanted);
  const [top = hardest] = shown.colors;
  return { background: hardest, text, button, wash: surfaceWash(shown), scrim: "transparent", top };
}

type Overlay = NonNullable<StyleInputs["scrim"]>;

/** A picture that was never measured may be anything. */
const UNKNOWN: Tones = { darkest: BLACK, lightest: WHITE };
/** More than text needs: phones scale the picture up, which makes edges lighter and darker than before. */
const PICTURE_CONTRAST = 4.7;
const SCRIM_STEP = 0.02;

/**
 * Returns the colors of text on a picture: the owner's color if it's readable on the darkest and on the
 * lightest spot under their overlay, else white or black. If neither is, the overlay gets denser until one
 * is.
 */
function overPicture({ overlay, opacity, tones }: Overlay, theme: PageTheme): Palette {
  const color = overlay === "white" ? WHITE : BLACK;
  const { darkest, lightest } = tones ?? UNKNOWN;
  const inkUnder = (share: number) => {
    const spots = [darkest, lightest].map((spot) => mix(color, spot, share));
    const least = (ink: string) => Math.min(...spots.map((spot) => contrastRatio(ink, spot)));
    const plain = least(WHITE) >= least(BLACK) ? WHITE : BLACK;
    return [chosen(theme, "text_color") ?? plain, plain].find((ink) => least(ink) >= PICTURE_CONTRAST);
  };
  let density = opacity;
  let text = inkUnder(density);
  while (text === undefined) {
    density = Math.min(1, density + SCRIM_STEP);
    text = inkUnder(density);
  }
  const background = inkOn(text) === BLACK ? NIGHT : WHITE;
  const button = chosenButton(theme) ?? { background, text };
  return { background, text, button, wash: "none", scrim: withAlpha(color, density) };
}

function chosenButton(theme: PageTheme): Pair | null {
  const face = parseColor(theme.button_color);
  return face === null ? null : readablePair(parseColor(theme.button_text_color) ?? inkOn(face), face);
}

/** A hint of the button color at the top of a plain page. */
function glow(color: string): string {
  return `radial-gradient(44rem 26rem at 50% -8rem,${withAlpha(color, 0.14)},${withAlpha(color, 0)} 75%)`;
}

/** The color of errors, on the page and on cards. */
const RED = "#d92d20";

/** The share of the text color in a chip; `ink` is text that is readable there. */
const CHIP_SHARE = 0.11;
/** Over a picture, chips and cards are frosted away from the text's color, so that it gets easier to read. */
const FROST = 0.36;
/** Dark glass on a dark picture needs a visible edge. */
const FROST_EDGE = 0.24;

function properties({ text, background, button, wash, scrim }: Palette): string {
  const isDark = inkOn(background) === WHITE;
  const chip = withAlpha(background, FROST);
  const onPicture = {
    soft: text,
    muted: text,
    chip,
    ink: text,
    bad: text,
    wrong: text,
    edge: withAlpha(text, FROST_EDGE),
  };
  const list = {
    bg: background,
    wash,
    scrim,
    scheme: isDark ? "dark" : "light",
    text,
    soft: readable(mix(text, background, 0.86), background),
    muted: readable(mix(text, background, 0.72), background),
    chip: withAlpha(text, CHIP_SHARE),
    ink: readable(text, mix(text, background, CHIP_SHARE)),
    halo: withAlpha(text, 0.18),
    button: button.background,
    label: button.text,
    quiet: readable(mix(button.text, button.background, 0.7), button.background),
    bad: readable(RED, background),
    wrong: readable(RED, button.background),
    tile: withAlpha(button.text, 0.09),
    edge: withAlpha(inkOn(background), isDark ? 0.1 : 0.06),
    lift: `0 1px 2px ${withAlpha(SHADE, 0.12)},0 8px 20px -10px ${withAlpha(SHADE, isDark ? 0.5 : 0.28)}`,
    ...(scrim !== "transparent" && onPicture),
    rise: `0 2px 4px ${withAlpha(SHADE, 0.12)},0 16px 32px -12px ${withAlpha(SHADE, isDark ? 0.6 : 0.36)}`,
  };
  return Object.entries(list)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

/** A page's colors in light mode, for a picture of it; all `#rrggbb`. */
export interface PictureColors {
  background: string;
  text: string;
  soft: string;
  muted: string;
  button: string;
  label: string;
  /** Set if the owner chose no color: the default gradient, from top to bottom. */
  gradient: readonly string[] | null;
}

export function pictureColors(look: StyleInputs): PictureColors {
  const isStandard = look.scrim === null && ownColor(look.theme) === null;
  const { background, text, button } = isStandard ? defaultPalette(POSTER, look.theme) : day(look);
  return {
    background,
    text,
    soft: readable(mix(text, background, 0.86), background),
    muted: readable(mix(text, background, 0.72), background),
    button: button.background,
    label: button.text,
    gradient: ownColor(look.theme) === null ? POSTER.shades : null,
  };
}
