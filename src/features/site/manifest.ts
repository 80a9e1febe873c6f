import { cutChars } from "#src/lib/text.ts";

/** The icons' ground, and what browsers colour around the installed product. */
const THEME_COLOR = "#602bc4";
const BACKGROUND_COLOR = "#ffffff";
/** What fits below an icon. */
const SHORT_NAME_CHARS_MAX = 12;

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/static/${file}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** What browsers need to install the product as an app (W3C web app manifest). It opens where its owner works. */
export function webManifest(instanceName: string) {
  return {
    id: "/",
    name: instanceName,
    short_name: shorten(instanceName),
    description: "Your links, your visitors and your fans in one place.",
    lang: "en",
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    theme_color: THEME_COLOR,
    background_color: BACKGROUND_COLOR,
    icons: [
      icon("icon", 192, "any"),
      icon("icon", 512, "any"),
      icon("maskable", 192, "maskable"),
      icon("maskable", 512, "maskable"),
    ],
  };
}

/** The first words that fit, or as much of the first one as does. */
function shorten(name: string): string {
  let short = "";
  for (const word of name.trim().split(/\s+/)) {
    const longer = short === "" ? word : `${short} ${word}`;
    if (longer.length > SHORT_NAME_CHARS_MAX) break;
    short = longer;
  }
  return short || cutChars(name.trim(), SHORT_NAME_CHARS_MAX);
}
