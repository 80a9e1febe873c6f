import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { parseColor } from "#src/lib/colors.ts";
import type { PageTheme } from "./page-view.ts";

/** The owner's picture behind everything, and the overlay between it and the text. */
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
export function pictureCss({ button_color, button_style }: PageTheme): string {
  const hasOwnColor = (parseColor(button_color) ?? DEFAULT_THEME.button_color) !== DEFAULT_THEME.button_color;
  const isDrawnOnPage = button_style === "outline" || button_style === "soft";
  return hasOwnColor && !isDrawnOnPage ? PICTURE_CSS : PICTURE_CSS + FROSTED_CARDS;
}
