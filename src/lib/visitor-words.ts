import type { VisitorLanguage } from "./language.ts";
import type { Say } from "./translate.ts";

/** What says our English sentences to visitors, and the language that comes out. */
export interface VisitorWords {
  language: VisitorLanguage;
  say: Say;
}

export const IN_ENGLISH: VisitorWords = { language: "en", say: (sentence) => sentence };
