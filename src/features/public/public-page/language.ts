import { CHARS_READ_MAX, textLanguage } from "#src/lib/text-language.ts";
import { visibleName } from "./page/page-text.ts";
import type { PageView } from "./page/page-view.ts";

/** The default: our own words on the page are English. */
const DEFAULT_LANGUAGE = "en";

type Words = Pick<PageView, "name" | "username" | "bio" | "links">;

/** The language of a page's own words, if they tell: its name, its bio and its links'. */
export function ownLanguageOf(view: Words): string {
  let text = `${visibleName(view)}. ${view.bio}`;
  for (const link of view.links) {
    if (text.length >= CHARS_READ_MAX) break;
    if (typeof link?.title === "string") text += `. ${link.title}`;
  }
  return textLanguage(text);
}

/** The same for screen readers, hyphenation and translators, or English where the words don't tell. */
export function languageOf(view: Words): string {
  return ownLanguageOf(view) || DEFAULT_LANGUAGE;
}
