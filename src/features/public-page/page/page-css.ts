import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import { inkOn, mix, type Pair, readable, readablePair, readColor, WHITE, withAlpha } from "./colors.ts";
import type { PageTheme } from "./page-view.ts";

/** The purple gradient of spec §2, from its lightest shade down: white text is readable on all of it. */
const PURPLE = { light: "#7c3aed", middle: "#5b21b6", deep: "#2e1065", night: "#1e0a45" } as const;

/** Cards of an owner who chose no colours: they stand out on the gradient as no other purple would. */
const CARD: Pair = { background: WHITE, text: PURPLE.deep };

const GLOWS =
  "radial-gradient(46rem 34rem at 90% -6rem,#c026d399,#c026d300 70%),radial-gradient(40rem 40rem at -10% 22rem,#4f46e5b3,#4f46e500 70%)";
const PURPLE_WASH = `${GLOWS},linear-gradient(165deg,${PURPLE.light},${PURPLE.middle} 45%,${PURPLE.deep})`;
/** The same at night: visitors in the dark are not blinded by a page whose owner chose no colours. */
const NIGHT = `@media (prefers-color-scheme:dark){:root,:host{--bg:${PURPLE.deep};--wash:${GLOWS.replace("99", "66").replace("b3", "66")},linear-gradient(165deg,${PURPLE.middle},${PURPLE.deep} 45%,${PURPLE.night})}}
`;

/** Shadows are a dark blue: black ones look dirty on coloured pages. */
const SHADE = "#0b1026";

/** A breath of the buttons' colour at the top of a plain page. */
function glow(color: string): string {
  return `radial-gradient(44rem 26rem at 50% -8rem,${withAlpha(color, 0.14)},${withAlpha(color, 0)} 75%)`;
}

const BASE = `html{background:var(--bg);color-scheme:var(--scheme);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0}
*{box-sizing:border-box}
.page{display:flex;flex-direction:column;align-items:center;min-height:100vh;min-height:100dvh;padding:max(3.5rem,env(safe-area-inset-top)) max(1rem,env(safe-area-inset-right)) max(1.25rem,env(safe-area-inset-bottom)) max(1rem,env(safe-area-inset-left));background:var(--wash) var(--bg);color:var(--text);font:1rem/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji";-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
h1,p,ul{margin:0;padding:0}
ul{list-style:none}
a{color:inherit;-webkit-tap-highlight-color:transparent}
a:focus-visible{outline:3px solid var(--text);outline-offset:3px}
svg{display:block;width:1.5rem;height:1.5rem;fill:currentColor}
.line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
main{display:flex;flex-direction:column;flex:1;width:100%;max-width:36rem}
footer{padding-top:3rem}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2rem);font-weight:750;line-height:1.2;text-wrap:balance}
h1.long{font-size:1.25rem}
.powered{display:inline-flex;align-items:center;min-height:2.75rem;padding:.25rem 1rem;border-radius:1.5rem;font-size:.875rem;color:var(--muted);text-decoration:none}
.powered b{margin-inline-start:.3em;font-weight:650;color:var(--text)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1.75rem;border:1px solid transparent;border-radius:1.75rem;background:var(--button);color:var(--label);font-weight:650;text-decoration:none;box-shadow:var(--lift)}
@media (hover:hover){.powered:hover{text-decoration:underline;text-underline-offset:.2em}}
`;

const PROFILE = `.head{display:flex;flex-direction:column;align-items:center;gap:.75rem;padding:0 .5rem 2rem;text-align:center}
.face{display:grid;place-items:center;width:7rem;height:7rem;margin-bottom:.25rem;border-radius:50%;overflow:hidden;background:var(--button);color:var(--label);font-size:2.5rem;font-weight:650;line-height:1;box-shadow:0 0 0 4px var(--halo),var(--lift)}
.face img{display:block;width:100%;height:100%;object-fit:cover}
.bio{max-width:32rem;font-size:1.0625rem;line-height:1.55;color:var(--soft);white-space:pre-line;text-wrap:pretty}
.links{display:grid;gap:.875rem}
.card{display:flex;align-items:center;gap:.875rem;min-height:4.25rem;padding:.6875rem .875rem;border:1px solid transparent;border-radius:1.25rem;background:var(--button);color:var(--label);text-decoration:none;box-shadow:0 0 0 1px var(--edge),var(--lift);transition:transform .2s cubic-bezier(.2,.8,.2,1),box-shadow .2s}
.words{flex:1;min-width:0;padding-inline-start:.375rem;font-size:1.0625rem;font-weight:600;line-height:1.35}
.icon+.words{padding:0}
.words span{display:block;margin-top:.125rem;font-size:.9375rem;font-weight:400;color:var(--quiet);unicode-bidi:plaintext}
.icon{display:grid;flex:none;place-items:center;width:2.75rem;height:2.75rem;border-radius:.875rem;overflow:hidden;background:var(--tile);font-size:1.5rem;line-height:1;box-shadow:inset 0 0 0 1px var(--edge)}
.icon img{display:block;width:100%;height:100%;object-fit:cover}
.mark{width:100%;height:100%}
.go{flex:none;width:1.125rem;height:1.125rem;margin-inline-end:.25rem;opacity:.45;transition:opacity .2s,transform .2s}
.card:dir(rtl) .go{scale:-1 1}
.broken{color:var(--quiet)}
.empty{padding:2rem 1rem;text-align:center;color:var(--muted)}
.social{display:flex;flex-wrap:wrap;justify-content:center;gap:.625rem;padding-top:2rem}
.social a{display:grid;place-items:center;width:3rem;height:3rem;border:1px solid transparent;border-radius:50%;background:var(--chip);color:var(--text);transition:background .2s,color .2s,transform .2s}
@media (hover:hover){a.card:hover{transform:translateY(-2px);box-shadow:0 0 0 1px var(--edge),var(--rise)}a.card:hover .go{opacity:1;transform:translate(2px,-2px)}.social a:hover{background:var(--text);color:var(--bg);transform:translateY(-2px)}}
a.card:active{transform:scale(.985)}
@media (prefers-reduced-motion:no-preference){.head,.links>li,.social{animation:in .5s cubic-bezier(.2,.8,.2,1) both}.links>li:nth-child(2){animation-delay:.04s}.links>li:nth-child(3){animation-delay:.08s}.links>li:nth-child(4){animation-delay:.12s}.links>li:nth-child(n+5),.social{animation-delay:.16s}@keyframes in{from{opacity:.4;transform:translateY(.75rem)}}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}a:hover,a:active,a:hover svg{transform:none!important}}
@media (forced-colors:active){.card,.icon,.social a,.face{border-color:CanvasText}.icon svg:not(.line){fill:CanvasText}.go{opacity:1}}
`;

const NOTICE = `.notice{align-items:center;justify-content:center;gap:1rem;text-align:center}
.notice p{max-width:26rem;font-size:1.0625rem;color:var(--soft)}
.notice .sign{display:grid;place-items:center;width:5.5rem;height:5.5rem;margin-bottom:.5rem;border-radius:50%;background:var(--chip)}
.notice .sign svg{width:2.5rem;height:2.5rem}
.notice .ways{display:flex;flex-direction:column;align-items:center;gap:.5rem;padding-top:.75rem}
.notice .quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1rem}
`;

/** The style sheet of a profile page in the owner's colours. Colours that are none, and unreadable pairs, are repaired. */
export function pageCss(theme: PageTheme): string {
  return colors(theme) + BASE + PROFILE;
}

/** The style sheet of the pages that stand in for a profile: not found, unavailable. */
export function noticeCss(): string {
  return colors(DEFAULT_THEME) + BASE + NOTICE;
}

/** The colour of the page behind everything, `#rrggbb`, which browsers show around it. */
export function pageColor(theme: PageTheme): string {
  return palette(theme).background;
}

/** The same for the pages that stand in for a profile. */
export function noticeColor(): string {
  return pageColor(DEFAULT_THEME);
}

function isDefaultPage(theme: PageTheme): boolean {
  const color = readColor(theme.theme_color);
  return color === null || color === DEFAULT_THEME.theme_color;
}

interface Palette extends Pair {
  button: Pair;
}

function palette(theme: PageTheme): Palette {
  const text = readColor(theme.text_color);
  const own = isDefaultPage(theme) ? null : readColor(theme.theme_color);
  const button = chosenButton(theme) ?? CARD;
  if (own) return { ...readablePair(text ?? inkOn(own), own), button };
  return { text: readable(text ?? WHITE, PURPLE.light), background: PURPLE.light, button };
}

function chosenButton(theme: PageTheme): Pair | null {
  const face = readColor(theme.button_color);
  return face === null ? null : readablePair(readColor(theme.button_text_color) ?? inkOn(face), face);
}

/** All colours as custom properties: of the document, and of the shadow root when a page is previewed in one. */
function colors(theme: PageTheme): string {
  const { text, background, button } = palette(theme);
  const isDark = inkOn(background) === WHITE;
  const properties = {
    bg: background,
    wash: isDefaultPage(theme) ? PURPLE_WASH : glow(button.background),
    scheme: isDark ? "dark" : "light",
    text,
    soft: readable(mix(text, background, 0.86), background),
    muted: readable(mix(text, background, 0.72), background),
    chip: withAlpha(text, 0.11),
    halo: withAlpha(text, 0.18),
    button: button.background,
    label: button.text,
    quiet: readable(mix(button.text, button.background, 0.7), button.background),
    tile: withAlpha(button.text, 0.09),
    edge: withAlpha(inkOn(background), isDark ? 0.1 : 0.06),
    lift: `0 1px 2px ${withAlpha(SHADE, 0.12)},0 8px 20px -10px ${withAlpha(SHADE, isDark ? 0.5 : 0.28)}`,
    rise: `0 2px 4px ${withAlpha(SHADE, 0.12)},0 16px 32px -12px ${withAlpha(SHADE, isDark ? 0.6 : 0.36)}`,
  };
  const list = Object.entries(properties).map(([name, value]) => `--${name}:${value}`);
  const night = isDefaultPage(theme) ? NIGHT : "";
  return `:root,:host{${list.join(";")}}\n${night}`;
}
