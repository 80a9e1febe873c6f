import { CHARS_READ_MAX, textLanguage } from "#src/lib/text-language.ts";
import { visibleName } from "../page/page-text.ts";
import type { PageView } from "../page/page-view.ts";

/** Our own text on the page is English by default. */
const DEFAULT_LANGUAGE = "en";

type Words = Pick<PageView, "name" | "username" | "bio" | "links">;

/** The language of a page's own text, if it can be determined from its name, its bio, and its links. */
export function ownLanguageOf(view: Words): string {
  let text = `${visibleName(view)}. ${view.bio}`;
  for (const link of view.links) {
    if (text.length >= CHARS_READ_MAX) break;
    if (typeof link?.title === "string") text += `. ${link.title}`;
  }
  return textLanguage(text);
}

/** The language for screen readers, hyphenation, and translators, or English if it can't be determined. */
export function languageOf(view: Words): string {
  return ownLanguageOf(view) || DEFAULT_LANGUAGE;
}
