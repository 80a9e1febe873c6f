import type { VisitorLanguage } from "./language.ts";
import type { Translate } from "./translate.ts";

/** Translates our English sentences for a visitor, and names the resulting language. */
export interface VisitorTranslator {
  language: VisitorLanguage;
  say: Translate;
}

export const ENGLISH_TRANSLATOR: VisitorTranslator = { language: "en", say: (sentence) => sentence };
