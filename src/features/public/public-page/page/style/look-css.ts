import { fontFilesOf, fontsOf } from "#src/features/pages/profiles/page/fonts.ts";
import type { PageTheme } from "../page-view.ts";

/** Returns the rules for a page's fonts; empty for the visitor's own. */
export function fontCss(theme: PageTheme): string {
  const faces = fontFilesOf(theme).map(
    ({ family, weights, url, range }) =>
      `@font-face{font-family:"${family}";font-weight:${weights};font-display:swap;src:url(${url}) format("woff2");unicode-range:${range}}\n`,
  );
  const { text, title } = fontsOf(theme);
  const emoji = '"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji"';
  const family = (font: typeof text, otherwise: string) =>
    font ? `"${font.label}",${font.fallback},${emoji}` : otherwise;
  if (!text && !title) return "";
  return [
    ...faces,
    text ? `.page{font-family:${family(text, "")}}\n` : "",
    title === text
      ? ""
      : `h1,.page h2,.title{font-family:${family(title, "-apple-system,BlinkMacSystemFont,system-ui,sans-serif")}}\n`,
    TITLE_SIZES[title?.label ?? ""] ?? "",
  ].join("");
}

/** Some fonts are drawn so small or so narrow that a title of the usual size would be weaker than the text. */
const TITLE_SIZES: Readonly<Record<string, string>> = {
  Caveat:
    "h1{font-size:2.75rem;line-height:1.05}h1.long{font-size:1.875rem}.page h2,.title{font-size:1.75rem}\n",
  Oswald:
    "h1{font-size:2.25rem;font-weight:600;text-transform:uppercase;letter-spacing:.01em}h1.long{font-size:1.5rem}\n",
};

const AVATARS = {
  circle: "",
  rounded: ".face{border-radius:1.75rem}",
  square: ".face{border-radius:.25rem}",
  // Without a picture, the name would touch the buttons in the corners.
  none: ".head{padding-top:3.25rem}",
} as const;

const LEFT =
  ".head{align-items:flex-start;padding-inline:.25rem;text-align:start}.chips{justify-content:flex-start}:root[data-scheme] .scheme{left:auto;right:3.25rem}.social{justify-content:flex-start}";

/** The band is as wide as the page, however wide the column of links is. */
const COVER =
  '.page{z-index:0;overflow-x:clip}main::before{content:"";position:absolute;z-index:-1;top:-50vh;height:calc(50vh + 3.5rem);left:-50vw;right:-50vw;background:var(--button);box-shadow:inset 0 -1px var(--edge)}.place,.share,main .scheme{color:var(--label)!important}.share,:root[data-scheme] main .scheme{background:var(--tile)}.face{background:var(--bg);color:var(--text);box-shadow:0 0 0 4px var(--bg),var(--lift)}';

/** Returns the rules for the avatar's shape and the header's layout; empty for the default. */
export function headerCss({ avatar_shape = "circle", header_layout = "centered" }: PageTheme): string {
  const layout = { centered: "", left: LEFT, cover: COVER }[header_layout] ?? "";
  const room = avatar_shape === "none" && header_layout === "cover" ? ".head{padding-top:5.25rem}" : "";
  return layout + (AVATARS[avatar_shape] ?? "") + room;
}
