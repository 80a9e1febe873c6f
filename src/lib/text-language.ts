import { francAll } from "franc-min";
import { memoizeLru } from "./lru.ts";

const UNCLEAR = "";

/** Scripts that practically belong to one language. Kana come before Han because Japanese uses both. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Armenian}/u, "hy"],
  [/\p{Script=Georgian}/u, "ka"],
  [/[ґєії]/iu, "uk"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/[ٹڈڑےں]/u, "ur"],
  [/[پچژگ]/u, "fa"],
  [/\p{Script=Arabic}/u, "ar"],
];

/** Languages in Latin script, by the library's codes (ISO 639-3). */
const LATIN: Readonly<Record<string, string>> = {
  eng: "en",
  deu: "de",
  fra: "fr",
  spa: "es",
  por: "pt",
  ita: "it",
  nld: "nl",
  pol: "pl",
  ces: "cs",
  hun: "hu",
  ron: "ro",
  swe: "sv",
  tur: "tr",
  ind: "id",
};

/** Below this many letters the library is guessing. */
const LETTERS_MIN = 30;
/** Enough to decide; more text only takes longer. */
export const CHARS_READ_MAX = 250;
/**
 * Names and brands look like any language, so another language wins only if it's clearly ahead of English and
 * of the rest.
 */
const ENGLISH_SCORE_MAX = 0.7;
const SECOND_SCORE_MAX = 0.9;

/**
 * Detection takes a fifth of the time of rendering a page, and a page's text changes less often than its
 * appearance and its cache entry. At most 5 MB.
 */
const TEXTS_REMEMBERED = 20_000;

/**
 * Returns the language of a text (BCP 47), or an empty string if it can't be determined. Only the beginning
 * of the text is read.
 */
export const textLanguage = (text: string): string => detect(text.slice(0, CHARS_READ_MAX));

const detect = memoizeLru(TEXTS_REMEMBERED, (text) => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters > 2 * latin) {
    return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? UNCLEAR;
  }
  return letters < LETTERS_MIN ? UNCLEAR : detectLatin(text);
});

function detectLatin(text: string): string {
  const scores = francAll(text, { only: Object.keys(LATIN), minLength: LETTERS_MIN });
  const [[best] = ["eng"], [, second] = ["", 0]] = scores;
  const english = scores.find(([code]) => code === "eng")?.[1] ?? 0;
  const isClear = (best === "eng" || english < ENGLISH_SCORE_MAX) && second < SECOND_SCORE_MAX;
  return (isClear ? LATIN[best] : undefined) ?? UNCLEAR;
}
