import type { VisitorLanguage } from "./language.ts";
import type { Translate } from "./translate.ts";

/** What says our English sentences to visitors, and the language that comes out. */
export interface VisitorTranslator {
  language: VisitorLanguage;
  say: Translate;
}

export const ENGLISH_TRANSLATOR: VisitorTranslator = { language: "en", say: (sentence) => sentence };
