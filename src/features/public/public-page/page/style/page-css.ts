import type { Promotion } from "#src/features/pages/profiles/page/promotion.ts";
import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { parseColor } from "#src/lib/colors.ts";
import { leadCss } from "../lead/lead-css.ts";
import { blocksCss } from "../links/blocks-css.ts";
import type { PageHome, PageTheme, PageView, StyleInputs } from "../page-view.ts";
import { pixelServices, pixelsOf } from "../pixel-sources.ts";
import { dialogCss } from "./dialog-css.ts";
import { fontCss, headerCss } from "./look-css.ts";
import { hasDarkMode, paletteCss } from "./palette.ts";
import {
  BASE_CSS,
  IN_APP_CSS,
  NOTICE_CSS,
  PAST_CSS,
  PROFILE_CSS,
  SHARE_CSS,
  SYSTEM_FONTS,
} from "./profile-css.ts";
import { videoCss } from "./video-css.ts";

/** Returns the inputs of a page's style sheet: pages that look alike share one. */
export function styleInputs(view: PageView, home: Pick<PageHome, "measurementId"> = {}): StyleInputs {
  const { background, promotion } = view;
  return {
    theme: view.theme,
    scrim: background && {
      overlay: background.overlay,
      opacity: background.opacity,
      tones: background.tones,
      ...(background.video !== undefined && { moves: true as const }),
    },
    banner: promotion && { color: promotion.color, position: promotion.position },
    dialogs: {
      warns: view.direct_link !== null || hasAdultLink(view),
      asks: pixelServices(pixelsOf(view, home)).length > 0,
      helps: view.in_app_browsers.includes("tiktok"),
    },
    has_form: view.lead_form !== null,
    has_past_emails: Boolean(view.past_emails),
    ...extrasOf(view),
    // The warning before a direct link is ours.
    ...(view.own_css && !view.direct_link ? { own: view.own_css } : {}),
  };
}

/** Pages of plain links have none, so that they share their style sheets. */
function extrasOf({ links }: Pick<PageView, "links">): Pick<StyleInputs, "extras"> {
  const extras = new Set<string>();
  for (const link of links) {
    if (link?.block) extras.add(link.block.kind);
    if (link?.layout) extras.add(link.layout);
    if (link?.animation) extras.add(link.animation);
  }
  return extras.size > 0 ? { extras: [...extras].sort() } : {};
}

/** True if a click on some link may bring up a question first. */
export function hasAdultLink({ links }: Pick<PageView, "links">): boolean {
  return links.some((link) => link?.show_adult_warning && !link.is_broken);
}

const NO_DIALOGS = { warns: false, asks: false, helps: false };

/** For pages that replace a profile's: not found, unavailable. */
export const NOTICE_STYLE_INPUTS: StyleInputs = {
  theme: DEFAULT_THEME,
  scrim: null,
  banner: null,
  dialogs: NO_DIALOGS,
  is_notice: true,
};

/**
 * For the notice that replaces a page inside an app: the owner's colors and picture, without the page's own
 * parts.
 */
export function noticeStyleInputs(view: PageView): StyleInputs {
  const { theme, scrim } = styleInputs(view);
  return { ...NOTICE_STYLE_INPUTS, theme, scrim };
}

/**
 * Returns the style sheet of a profile page in its owner's theme. Invalid colors and unreadable pairs are
 * repaired.
 */
export function pageCss(look: StyleInputs): string {
  return [
    paletteCss(look),
    BASE_CSS,
    PROFILE_CSS,
    buttonCss(look.theme),
    SHARE_CSS,
    look.banner ? bannerCss(look.banner) : "",
    dialogCss({ ...look.dialogs, toggles: hasDarkMode(look), gives: look.banner?.position === "top" }),
    look.is_notice ? NOTICE_CSS : "",
    look.is_notice || look.dialogs.helps ? IN_APP_CSS : "",
    look.has_form ? leadCss(look.theme) : "",
    look.has_past_emails ? PAST_CSS : "",
    look.extras ? blocksCss(look.extras) : "",
    look.scrim ? pictureCss(look.theme) + focusCss(look.scrim) : "",
    look.scrim?.moves ? videoCss(look.theme) : "",
    fontCss(look.theme),
    look.is_notice ? "" : headerCss(look.theme),
    look.own ? ABOVE_OWN_CSS + look.own : "",
  ].join("");
}

/**
 * Whatever an owner's style sheet moves stays within the page, below what visitors have to be able to see. That has its
 * own ground and font, because the page's may be of any color, and of symbols.
 */
const ABOVE_OWN_CSS = `main{isolation:isolate}main>.share,main>.scheme{z-index:2}footer,.again{position:relative;z-index:1}
.share,main .scheme{border-color:var(--edge)!important;background:var(--bg)!important;color:var(--text)!important}
.powered,.again{border-radius:1.5rem;background:var(--bg)}
footer,.again,.share,.sheet,.consent,.warning,.toasts{font:400 1rem/1.5 ${SYSTEM_FONTS}}
.again,.consent{font-size:.9375rem}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none!important}}
`;

const BUTTON_STYLES = {
  filled: "",
  // Drawn directly on the page, so the text uses the page's color, which is readable there.
  outline:
    ".card{background:none;color:var(--text);border:2px solid var(--text);box-shadow:none}.card .words span,.card.broken{color:var(--muted)}.card .icon{background:var(--chip)}",
  soft: ".card{background:var(--chip);color:var(--ink);box-shadow:none}.card .words span,.card.broken{color:var(--soft)}.card .icon{background:var(--chip)}",
  shadow: ".card{border:2px solid var(--text);box-shadow:5px 5px 0 var(--text)}",
} as const;

const BUTTON_SHAPES = {
  rounded: "",
  pill: ".card{border-radius:2.25rem}.card .icon{border-radius:50%}",
  square: ".card{border-radius:.25rem}.card .icon{border-radius:.125rem}",
} as const;

/** Returns the owner's choice of link style; empty for the default. */
function buttonCss(theme: PageTheme): string {
  return (
    (BUTTON_STYLES[theme.button_style ?? "filled"] ?? "") +
    (BUTTON_SHAPES[theme.button_shape ?? "rounded"] ?? "")
  );
}

const BANNER_COLORS: Record<Promotion["color"], string> = {
  "purple-blue": "linear-gradient(100deg,#6d28d9,#1d4ed8);color:#fff",
  "green-teal": "linear-gradient(100deg,#047857,#0f766e);color:#fff",
  "yellow-orange": "linear-gradient(100deg,#fbbf24,#fb923c);color:#1c1917",
  "pink-purple": "linear-gradient(100deg,#be185d,#7e22ce);color:#fff",
  "red-orange": "linear-gradient(100deg,#b91c1c,#c2410c);color:#fff",
};

/** At the bottom it comes after the footer and is sticky, so it never covers the end of the page. */
const BANNER_POSITIONS: Record<Promotion["position"], string> = {
  top: ".page{padding-top:0}.banner{margin-bottom:2.5rem;padding-top:max(.75rem,env(safe-area-inset-top))}",
  bottom:
    ".page{padding-bottom:0}.banner{position:sticky;z-index:2;bottom:0;margin-top:1.25rem;padding-bottom:max(.75rem,env(safe-area-inset-bottom))}",
  floating:
    ".banner{position:sticky;z-index:2;bottom:max(1rem,env(safe-area-inset-bottom));width:min(36rem,100%);margin:1.25rem 0 0;border-radius:1.25rem;box-shadow:0 12px 32px -8px #0b102699}",
};

/** The promotion banner's color and position. Room for the clock is reserved until the script runs it. */
function bannerCss({ color, position }: Pick<Promotion, "color" | "position">): string {
  return `.banner{display:flex;align-items:center;justify-content:center;gap:.875rem;width:100vw;margin:0 calc(50% - 50vw);padding:.75rem 1rem;font-weight:600;text-align:center;background:${BANNER_COLORS[color]}}
.banner p{min-width:0;text-wrap:balance}
.banner .clock{flex:none;min-width:4.5rem;padding:.125rem .625rem;border-radius:.625rem;background:#0000002e;font-variant-numeric:tabular-nums;visibility:hidden}
.banner .clock[data-runs]{visibility:visible}
@media (scripting:none){.banner .clock{display:none}}
${BANNER_POSITIONS[position]}
@media (forced-colors:active){.banner{border:1px solid CanvasText;background:Canvas}}
`;
}

/** The owner's picture behind everything, and the overlay between it and the text. */
/** What stays visible where the picture is cut off. */
const focusCss = ({ tones, moves }: NonNullable<StyleInputs["scrim"]>): string =>
  tones?.focus ? `.backdrop img${moves ? ",.backdrop video" : ""}{object-position:${tones.focus}}` : "";

const PICTURE_CSS = `.backdrop{position:fixed;z-index:-1;inset:0;background:var(--bg)}
.backdrop img{display:block;width:100%;height:100%;object-fit:cover}
.backdrop::after{content:"";position:absolute;inset:0;background:var(--scrim)}
.page{background:none;z-index:0}
.chips p,.social a,.lead{backdrop-filter:blur(9px)}
.lead{--p:var(--chip);--i:var(--text);--s:var(--text)}
.wrong::before,.problem::before{color:var(--bg)}
@media (forced-colors:active){.backdrop{display:none}}
`;

const FROSTED_CARDS = `.card{background:var(--chip);color:var(--text);backdrop-filter:blur(9px)}.card .words span,.card.broken{color:var(--text)}
`;

/** Cards without a color of the owner's own are frosted glass. */
function pictureCss({ button_color, button_style }: PageTheme): string {
  const hasOwnColor = (parseColor(button_color) ?? DEFAULT_THEME.button_color) !== DEFAULT_THEME.button_color;
  const isDrawnOnPage = button_style === "outline" || button_style === "soft";
  return hasOwnColor && !isDrawnOnPage ? PICTURE_CSS : PICTURE_CSS + FROSTED_CARDS;
}
