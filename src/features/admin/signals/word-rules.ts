import { foldText } from "#src/lib/fold.ts";
import { latinLetters } from "./lookalike-rules.ts";

/**
 * A text as words are looked for in it: folded, without invisible characters, with the Latin letter for each that only
 * looks like one, and with one space between words and at both ends.
 */
function flatten(text: string): string {
  const folded = foldText(text.normalize("NFKC").replace(/\p{Cf}/gu, ""));
  const words = latinLetters(folded).replace(/[^\p{L}\p{N}]+/gu, " ");
  return ` ${words.trim()} `;
}

/** Returns those words and phrases that are in a text as whole words, however they’re written. */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const flat = flatten(text);
  return words.filter((word) => {
    const wanted = flatten(word);
    return wanted.trim() !== "" && flat.includes(wanted);
  });
}
