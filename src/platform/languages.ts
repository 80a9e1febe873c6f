import visitorCatalogues from "#src/languages/visitors-server.json" with { type: "json" };
import {
  type Language,
  languageNamed,
  type VisitorLanguage,
  visitorLanguageIn,
  visitorLanguageOf,
} from "#src/lib/language.ts";
import { type Catalogue, type Translate, translatorOf } from "#src/lib/translate.ts";
import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";

/** Loaded when first needed, so that no process holds a language that nobody here reads. */
const CATALOGUES = {
  es: async () => translatorOf((await import("#src/languages/es-server.json")).default),
};

const translators = new Map<Language, Promise<Translate>>([["en", Promise.resolve((sentence) => sentence)]]);

export function translatorFor(language: Language): Promise<Translate> {
  let translator = translators.get(language);
  if (!translator) {
    translator = CATALOGUES[language as keyof typeof CATALOGUES]();
    translators.set(language, translator);
  }
  return translator;
}

/** Returns the language that the dashboard requests. API clients and visitors get English. */
export function requestedLanguage({ headers }: Pick<Request, "headers">): Language {
  return languageNamed(headers.get("x-language"));
}

const FOR_VISITORS: Readonly<Record<Exclude<VisitorLanguage, "en">, Catalogue>> = visitorCatalogues;

const visitorTranslators = new Map<VisitorLanguage, VisitorTranslator>([["en", ENGLISH_TRANSLATOR]]);

export function visitorTranslatorIn(language: VisitorLanguage): VisitorTranslator {
  let words = visitorTranslators.get(language);
  if (!words) {
    words = { language, say: translatorOf(FOR_VISITORS[language as keyof typeof FOR_VISITORS]) };
    visitorTranslators.set(language, words);
  }
  return words;
}

/** Uses the language of the visitor's page, or else the one that their browser prefers. */
export function visitorTranslatorFor(
  pageLanguage: string,
  acceptLanguage: string | null | undefined,
): VisitorTranslator {
  return visitorTranslatorIn(visitorLanguageOf([pageLanguage]) ?? visitorLanguageIn(acceptLanguage));
}
