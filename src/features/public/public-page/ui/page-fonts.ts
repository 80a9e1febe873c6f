import { fontFilesOf } from "#src/features/pages/profiles/page/fonts.ts";
import type { PageTheme } from "#src/features/public/public-page/page/page-view.ts";

const added = new Set<string>();

/** Browsers ignore fonts that are declared inside a shadow root. A file is loaded once some text needs it. */
export function addPageFonts(theme: PageTheme): void {
  for (const { family, weights, url, range } of fontFilesOf(theme)) {
    if (added.has(url)) continue;
    added.add(url);
    const descriptors = { weight: weights, unicodeRange: range, display: "swap" } as const;
    document.fonts.add(new FontFace(family, `url(${url})`, descriptors));
  }
}
