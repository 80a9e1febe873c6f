import { foldText } from "#src/lib/fold.ts";

/** A text as words are looked for in it: folded, and with one space between words and at both ends. */
function flatten(text: string): string {
  return ` ${foldText(text.normalize("NFKC"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

/** Returns those words and phrases that are in a text as whole words, however they’re written. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const flat = flatten(text);
  return words.filter((word) => {
    const wanted = flatten(word);
    return wanted.trim() !== "" && flat.includes(wanted);
  });
}
