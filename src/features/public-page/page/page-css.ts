import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import { bannerCss } from "./banner-css.ts";
import { BASE_CSS } from "./base-css.ts";
import { buttonCss } from "./button-css.ts";
import { NOTICE_CSS } from "./notice-css.ts";
import type { PageLook, PageView } from "./page-view.ts";
import { pageColor, paletteCss } from "./palette.ts";
import { PICTURE_CSS } from "./picture-css.ts";
import { PROFILE_CSS } from "./profile-css.ts";

/** What of a page decides its style sheet: pages that look alike share one. */
export function lookOf(view: PageView): PageLook {
  const { background, promotion } = view;
  return {
    theme: view.theme,
    veil: background && { overlay: background.overlay, opacity: background.opacity },
    banner: promotion && { color: promotion.color, position: promotion.position },
  };
}

/** The style sheet of a profile page in its owner's look. Colours that are none, and unreadable pairs, are repaired. */
export function pageCss(look: PageLook): string {
  return [
    paletteCss(look),
    BASE_CSS,
    PROFILE_CSS,
    buttonCss(look.theme),
    look.veil ? PICTURE_CSS : "",
    look.banner ? bannerCss(look.banner) : "",
  ].join("");
}

const NOTICE_LOOK: PageLook = { theme: DEFAULT_THEME, veil: null, banner: null };

/** The style sheet of the pages that stand in for a profile: not found, unavailable. */
export function noticeCss(): string {
  return paletteCss(NOTICE_LOOK) + BASE_CSS + NOTICE_CSS;
}

/** The colour around the pages that stand in for a profile. */
export function noticeColor(): string {
  return pageColor(NOTICE_LOOK);
}
