import { BRAND_COLOR, INSTANCE_NAME, LOGO } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";

/** Avatars are uploaded in this size, and logos too. */
const LOGO_PIXELS = 512;
const BACKGROUND_COLOR = "#ffffff";
/** The space below an icon. */
const SHORT_NAME_CHARS_MAX = 12;

const icon = (file: string, size: number, purpose: "any" | "maskable") => ({
  src: `/static/${file}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** Returns the W3C web app manifest of the product, which opens the dashboard. */
export function webManifest(settings: Platform["settings"]) {
  const instanceName = settings.get(INSTANCE_NAME);
  const logo = settings.get(LOGO);
  return {
    id: "/",
    name: instanceName,
    short_name: shorten(instanceName),
    description: "Your links, your visitors and your fans in one place.",
    lang: "en",
    start_url: PATHS.dashboard,
    scope: "/",
    share_target: {
      action: PATHS.links,
      method: "GET",
      params: { text: "text", url: "url" },
    },
    display: "standalone",
    theme_color: settings.get(BRAND_COLOR),
    background_color: BACKGROUND_COLOR,
    icons: logo
      ? [{ src: logo, sizes: `${LOGO_PIXELS}x${LOGO_PIXELS}`, type: "image/webp", purpose: "any" }]
      : [
          icon("icon", 192, "any"),
          icon("icon", 512, "any"),
          icon("maskable", 192, "maskable"),
          icon("maskable", 512, "maskable"),
        ],
  };
}

/** Returns the leading words that fit, or as much of the first one as does. */
function shorten(name: string): string {
  let short = "";
  for (const word of name.trim().split(/\s+/)) {
    const longer = short === "" ? word : `${short} ${word}`;
    if (longer.length > SHORT_NAME_CHARS_MAX) break;
    short = longer;
  }
  return short || cutChars(name.trim(), SHORT_NAME_CHARS_MAX);
}
