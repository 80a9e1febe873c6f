import { type Language, languageNamed } from "#src/lib/language.ts";
import { type Say, translatorOf } from "#src/lib/translate.ts";

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
