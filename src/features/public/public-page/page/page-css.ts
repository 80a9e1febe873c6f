import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { bannerCss } from "./banner-css.ts";
import { BASE_CSS } from "./base-css.ts";
import { buttonCss } from "./button-css.ts";
import { dialogCss } from "./dialog-css.ts";
import { leadCss } from "./lead-css.ts";
import { IN_APP_CSS, NOTICE_CSS } from "./notice-css.ts";
import type { PageHome, PageView, StyleInputs } from "./page-view.ts";
import { hasDarkMode, paletteCss } from "./palette.ts";
import { PAST_CSS } from "./past-css.ts";
import { pictureCss } from "./picture-css.ts";
import { pixelServices, pixelsOf } from "./pixel-sources.ts";
import { PROFILE_CSS } from "./profile-css.ts";
import { SHARE_CSS } from "./share-css.ts";

/** Returns the inputs of a page's style sheet: pages that look alike share one. */
export function styleInputs(view: PageView, home: Pick<PageHome, "measurementId"> = {}): StyleInputs {
  const { background, promotion } = view;
  return {
    theme: view.theme,
    scrim: background && {
      overlay: background.overlay,
      opacity: background.opacity,
      tones: background.tones,
    },
    banner: promotion && { color: promotion.color, position: promotion.position },
    dialogs: {
      warns: view.direct_link !== null || hasAdultLink(view),
      asks: pixelServices(pixelsOf(view, home)).length > 0,
      helps: view.in_app_browsers.includes("tiktok"),
    },
    has_form: view.lead_form !== null,
    has_past_emails: Boolean(view.past_emails),
  };
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
    look.scrim ? pictureCss(look.theme) : "",
  ].join("");
}
