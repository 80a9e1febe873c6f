import { ACCENT_COLOR, BRAND_COLOR, type Brand } from "#src/lib/brand.ts";
import { BLACK, mix, readable, shadesOf, WHITE } from "#src/lib/colors.ts";

/** The dark scheme's ground, where links have to be readable. */
const NIGHT = "#110d1b";

/** Returns an instance's own colors, which override `BASE_CSS`. Empty if they're the product's. */
export function colorCss({ brandColor, accentColor }: Brand): string {
  return (
    (brandColor === BRAND_COLOR.default ? "" : brandCss(brandColor)) +
    (accentColor === ACCENT_COLOR.default ? "" : accentCss(accentColor))
  );
}

function brandCss(brand: string): string {
  const stage = `linear-gradient(160deg,${mix(brand, BLACK, 0.8)},${mix(brand, BLACK, 0.4)} 70%)`;
  return `:root{--accent:${brand}}@media (prefers-color-scheme:dark){:root{--accent:${readable(shadesOf(brand)[3] ?? WHITE, NIGHT)}}}.stage{background:${stage}}`;
}

function accentCss(accent: string): string {
  const ink = readable(mix(accent, BLACK, 0.6), WHITE);
  return `:root{--brass:${accent};--brass-ink:${ink};--mark:${mix(accent, WHITE, 0.35)}}@media (prefers-color-scheme:dark){:root{--brass-ink:${readable(accent, NIGHT)};--mark:${mix(accent, BLACK, 0.3)}}}.button.brass{box-shadow:none}.waves{stroke:${accent}}`;
}
