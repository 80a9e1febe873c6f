/** The colors of a high-contrast theme, by the names that style sheets have for them. */
const SYSTEM_COLORS: readonly (readonly [RegExp, string])[] = [
  [/\bCanvasText\b/g, "#fff"],
  [/\bCanvas\b/g, "#000"],
];

/** What browsers do to any page whose visitor forces colors. */
const FORCED = `.page,.page *,.page ::before,.page ::after{color:#fff!important;border-color:#fff!important;background-color:#0000!important;background-image:none!important;box-shadow:none!important;text-shadow:none!important;backdrop-filter:none!important}
.page,.page .warning,.page .consent,.page .banner,.page .sheet{background-color:#000!important}
.page a,.page a *{color:#ff0!important;border-color:#ff0!important}
`;

/** Returns a page's style sheet as it is for visitors who force their own colors, which no element can ask for. */
export function withForcedColors(css: string): string {
  const asked = css
    .replaceAll("@media (forced-colors:active)", "@media all")
    .replaceAll(":root:root:root", ":host");
  return SYSTEM_COLORS.reduce((text, [name, color]) => text.replace(name, color), asked) + FORCED;
}
