/**
 * Accents, vowel points, and invisible characters, but not the marks that form other letters, such as
 * Japanese and Indic ones. `fold_text` in the database must match this.
 */
const MARKS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is looked for by itself
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]/gu;

/** Letters that aren't an accented form of another letter, but that people type as one or two others. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ς: "σ",
};
const TYPED_AS_OTHERS = /[ßæœþøłđðħŧıς]/g;

/** Returns text as search compares it, ignoring case, accents, and character forms. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(TYPED_AS_OTHERS, (letter) => LETTERS[letter] ?? letter);
}
