import visitorCatalogues from "#src/languages/visitors-server.json" with { type: "json" };
import {
  type Language,
  languageNamed,
  type VisitorLanguage,
  visitorLanguageIn,
  visitorLanguageOf,
} from "#src/lib/language.ts";
import { type Catalogue, type Say, translatorOf } from "#src/lib/translate.ts";
import { IN_ENGLISH, type VisitorWords } from "#src/lib/visitor-words.ts";

/** Loaded by the first person who needs it, so that no process holds a language that nobody here reads. */
const CATALOGUES = {
  es: async () => translatorOf((await import("#src/languages/es-server.json")).default),
};

const translators = new Map<Language, Promise<Say>>([["en", Promise.resolve((sentence) => sentence)]]);

/** What says our English sentences in `language`. */
export function translatorFor(language: Language): Promise<Say> {
  let translator = translators.get(language);
  if (!translator) {
    translator = CATALOGUES[language as keyof typeof CATALOGUES]();
    translators.set(language, translator);
  }
  return translator;
}

/** The language that the dashboard asks for. Programs, and visitors, get English. */
export function languageAsked({ headers }: Pick<Request, "headers">): Language {
  return languageNamed(headers.get("x-language"));
}

const FOR_VISITORS: Readonly<Record<Exclude<VisitorLanguage, "en">, Catalogue>> = visitorCatalogues;

const visitorWords = new Map<VisitorLanguage, VisitorWords>([["en", IN_ENGLISH]]);

/** What says our sentences to visitors in `language`. */
export function visitorWordsIn(language: VisitorLanguage): VisitorWords {
  let words = visitorWords.get(language);
  if (!words) {
    words = { language, say: translatorOf(FOR_VISITORS[language as keyof typeof FOR_VISITORS]) };
    visitorWords.set(language, words);
  }
  return words;
}

/** In the language of the page that a visitor is at, or else the one that their browser prefers. */
export function visitorWordsFor(
  pageLanguage: string,
  acceptLanguage: string | null | undefined,
): VisitorWords {
  return visitorWordsIn(visitorLanguageOf([pageLanguage]) ?? visitorLanguageIn(acceptLanguage));
}
