import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import {
  BLACK,
  inkOn,
  mix,
  type Pair,
  readable,
  readablePair,
  readColor,
  WHITE,
  withAlpha,
} from "./colors.ts";
import type { PageLook, PageTheme } from "./page-view.ts";

/** The purple gradient of spec §2, from its lightest shade down: white text is readable on all of it. */
const PURPLE = { light: "#7c3aed", middle: "#5b21b6", deep: "#2e1065", night: "#1e0a45" } as const;

/** Cards of an owner who chose no colours: they stand out on the gradient as no other purple would. */
const CARD: Pair = { background: WHITE, text: PURPLE.deep };

const GLOWS =
  "radial-gradient(46rem 34rem at 90% -6rem,#c026d399,#c026d300 70%),radial-gradient(40rem 40rem at -10% 22rem,#4f46e5b3,#4f46e500 70%)";
const DAY_WASH = `${GLOWS},linear-gradient(165deg,${PURPLE.light},${PURPLE.middle} 45%,${PURPLE.deep})`;
/** Visitors in the dark are not blinded by a page whose owner chose no colours. */
const NIGHT_WASH = `${GLOWS.replace("99", "66").replace("b3", "66")},linear-gradient(165deg,${PURPLE.middle},${PURPLE.deep} 45%,${PURPLE.night})`;

/** Shadows are a dark blue: black ones look dirty on coloured pages. */
const SHADE = "#0b1026";

/** Light pages become this at night, with a breath of their own colour. */
const NIGHT = "#0c0d14";
const NIGHT_TINT = 0.09;
/** A veil over a picture is this much thicker at night. */
const NIGHT_VEIL = 0.3;

interface Palette extends Pair {
  button: Pair;
  wash: string;
  /** Between the picture and the text, `#rrggbbaa`. */
  veil: string;
}

/** True when the page looks different at night, so that visitors are offered the choice. */
export function hasNight(look: PageLook): boolean {
  if (look.theme.always_own_colors) return false;
  return (
    look.veil !== null || ownColor(look.theme) === null || inkOn(ownColor(look.theme) ?? WHITE) === BLACK
  );
}

/** The colour of the page behind everything, `#rrggbb`, which browsers show around it. */
export function pageColor(look: PageLook): string {
  return day(look).background;
}

/** People who choose their own colours get them everywhere, also where a colour is mixed from others. */
const FORCED = `@media (forced-colors:active){:root:root:root{--bg:Canvas;--text:CanvasText;--soft:CanvasText;--muted:CanvasText;--button:Canvas;--label:CanvasText;--quiet:CanvasText}}
`;

/** All colours as custom properties: of the document, and of the shadow root when a page is previewed in one. */
export function paletteCss(look: PageLook): string {
  const light = `:root,:host{${properties(day(look))}}\n`;
  if (!hasNight(look)) return light + FORCED;
  const dark = properties(night(look));
  return `${light}@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){${dark}}}
:root[data-scheme=dark],:host([data-scheme=dark]){${dark}}
${FORCED}`;
}

/** The colour that the owner chose for the page; null for the default look. */
function ownColor(theme: PageTheme): string | null {
  const color = readColor(theme.theme_color);
  return color === DEFAULT_THEME.theme_color ? null : color;
}

function day(look: PageLook): Palette {
  const { theme } = look;
  const text = readColor(theme.text_color);
  const own = ownColor(theme);
  const button = chosenButton(theme) ?? CARD;
  if (look.veil) return overPicture(look.veil, text, button);
  const pair = own
    ? readablePair(text ?? inkOn(own), own)
    : { text: readable(text ?? WHITE, PURPLE.light), background: PURPLE.light };
  return { ...pair, button, wash: own ? glow(button.background) : DAY_WASH, veil: "transparent" };
}

function night(look: PageLook): Palette {
  const light = day(look);
  if (look.veil) {
    const opacity = Math.min(1, look.veil.opacity + NIGHT_VEIL);
    return overPicture({ overlay: "black", opacity }, readColor(look.theme.text_color), light.button);
  }
  const own = ownColor(look.theme);
  if (own === null) return { ...light, background: PURPLE.deep, wash: NIGHT_WASH };
  const background = mix(own, NIGHT, NIGHT_TINT);
  return { ...light, background, text: readable(mix(own, WHITE, 0.06), background) };
}

type Veil = NonNullable<PageLook["veil"]>;

/** On a picture the veil decides what can be read; the owner's own colour counts where it suits the veil. */
function overPicture({ overlay, opacity }: Veil, text: string | null, button: Pair): Palette {
  const background = overlay === "white" ? WHITE : BLACK;
  return {
    background,
    text: readable(text ?? inkOn(background), background),
    button,
    wash: "none",
    veil: withAlpha(background, opacity),
  };
}

function chosenButton(theme: PageTheme): Pair | null {
  const face = readColor(theme.button_color);
  return face === null ? null : readablePair(readColor(theme.button_text_color) ?? inkOn(face), face);
}

/** A breath of the buttons' colour at the top of a plain page. */
function glow(color: string): string {
  return `radial-gradient(44rem 26rem at 50% -8rem,${withAlpha(color, 0.14)},${withAlpha(color, 0)} 75%)`;
}

/** How much of the text's colour is in what stands on a chip of it; `ink` is text that can be read there. */
const CHIP_SHARE = 0.11;

function properties({ text, background, button, wash, veil }: Palette): string {
  const isDark = inkOn(background) === WHITE;
  const list = {
    bg: background,
    wash,
    veil,
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
    tile: withAlpha(button.text, 0.09),
    edge: withAlpha(inkOn(background), isDark ? 0.1 : 0.06),
    lift: `0 1px 2px ${withAlpha(SHADE, 0.12)},0 8px 20px -10px ${withAlpha(SHADE, isDark ? 0.5 : 0.28)}`,
    rise: `0 2px 4px ${withAlpha(SHADE, 0.12)},0 16px 32px -12px ${withAlpha(SHADE, isDark ? 0.6 : 0.36)}`,
  };
  return Object.entries(list)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
}

/** A page's colours by day, for a picture of it; all `#rrggbb`. */
export interface PictureColors {
  background: string;
  text: string;
  soft: string;
  muted: string;
  button: string;
  label: string;
  /** The owner chose no colour: the ground is the default gradient, from its lightest shade down. */
  gradient: readonly string[] | null;
}

export function pictureColors(look: PageLook): PictureColors {
  const { background, text, button } = day(look);
  return {
    background,
    text,
    soft: readable(mix(text, background, 0.86), background),
    muted: readable(mix(text, background, 0.72), background),
    button: button.background,
    label: button.text,
    gradient: ownColor(look.theme) === null ? [PURPLE.light, PURPLE.middle, PURPLE.deep] : null,
  };
}
