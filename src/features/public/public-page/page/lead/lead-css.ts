import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { parseColor } from "#src/lib/colors.ts";
import type { PageTheme } from "../page-view.ts";

/**
 * `p`, `i`, `s` and `e` are the panel, its ink, softer ink and ink for errors; `b` and `l` the button and its
 * label.
 */
const DEFAULT_COLORS =
  "--p:var(--button);--i:var(--label);--s:var(--quiet);--b:#6366f1;--l:#fff;--e:var(--wrong)";
/** Default buttons are white on any color the owner has chosen. */
const ON_WHITE = `${DEFAULT_COLORS};color-scheme:light`;
/** Owners who chose a button color get it here too, on the background they chose it for. */
const OWN_COLORS =
  "--p:var(--bg);--i:var(--text);--s:var(--soft);--b:var(--button);--l:var(--label);--e:var(--bad)";

const RADII = { rounded: "1rem", pill: "2rem", square: ".25rem" } as const;

/**
 * The button's text is large and bold, so white on spec §9's default color has enough contrast
 * (WCAG 2.2 §1.4.3).
 */
const LEAD_CSS = `.lead{margin-top:2rem;padding:1.75rem 1.25rem 1.5rem;border:1px solid transparent;border-radius:1.5rem;background:var(--p);color:var(--i);text-align:center;box-shadow:0 0 0 1px var(--halo),var(--lift)}
.lead h2{margin:0;font-size:1.375rem;font-weight:700;line-height:1.25;text-wrap:balance}
.lead>p{margin-top:.5rem;color:var(--s);white-space:pre-line;text-wrap:pretty}
.lead form{display:grid;gap:.875rem;margin-top:1.25rem;text-align:start}
.lead label{display:block;margin-bottom:.25rem;font-size:.9375rem;font-weight:600}
.lead small{font-size:inherit;font-weight:400;color:var(--s)}
.lead input{width:100%;min-height:3rem;padding:.5rem .875rem;border:1px solid var(--s);border-radius:.75rem;background:none;color:inherit;font:inherit}
.lead input[aria-invalid=true]{border:2px solid var(--e)}
.lead :focus-visible{outline-color:var(--i);outline-offset:2px}
.lead button,.get{display:flex;align-items:center;justify-content:center;width:100%;min-height:3.5rem;margin-top:.25rem;padding:.5rem 1.25rem;border:1px solid transparent;border-radius:var(--r);background:var(--b);color:var(--l);font-size:1.1875rem;font-weight:700;line-height:1.25;text-align:center;text-decoration:none;overflow-wrap:anywhere;transition:filter .2s}
.lead button[aria-disabled=true]{cursor:progress;filter:saturate(.6)}
.lead .small{font-size:.8125rem;line-height:1.45;color:var(--s);text-align:center;white-space:pre-line}
.lead .wrong,.lead .problem{display:flex;align-items:center;gap:.5rem;color:var(--e);font-weight:600}
.lead .wrong{padding:.75rem .875rem;border:2px solid;border-radius:.75rem}
.lead .problem{margin-top:.375rem;font-size:.9375rem}
.meant{margin-top:.375rem;font-size:.9375rem;overflow-wrap:anywhere}.meant a{color:inherit;text-decoration:underline}
.wrong::before,.problem::before{content:"!";content:"!"/"";display:grid;flex:none;place-items:center;width:1.25rem;height:1.25rem;border-radius:50%;background:var(--e);color:var(--p);font-size:.875rem;font-weight:800;line-height:1}
.extra{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.thanks{padding-block:2rem}
.thanks:focus{outline:none}
.thanks svg{width:3.5rem;height:3.5rem;margin:0 auto 1rem;padding:.75rem;border-radius:50%;background:var(--b);color:var(--l)}
.thanks .get{margin-top:1.25rem}
.aside{text-align:center}
.back{display:inline-flex;align-items:center;min-height:2.75rem;margin:1rem auto 0;padding:0 1rem}
@media (hover:hover){.lead button:hover,.get:hover{filter:brightness(1.08)}}
@media (forced-colors:active){.lead,.lead button,.get{border-color:CanvasText}}
`;

/** Styles the form and the card that replaces it, in the owner's button colors or those of spec §9. */
export function leadCss(theme: PageTheme): string {
  const button = parseColor(theme.button_color) ?? DEFAULT_THEME.button_color;
  const page = parseColor(theme.theme_color) ?? DEFAULT_THEME.theme_color;
  const standard = page === DEFAULT_THEME.theme_color ? DEFAULT_COLORS : ON_WHITE;
  const colors = button === DEFAULT_THEME.button_color ? standard : OWN_COLORS;
  return `.lead{${colors};--r:${RADII[theme.button_shape ?? "rounded"] ?? RADII.rounded}}\n${LEAD_CSS}`;
}
