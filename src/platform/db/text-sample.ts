/* What the planner knows of the texts that a list searches. */
import { sql } from "drizzle-orm";
import { asciiSearch } from "#src/lib/email-address.ts";
import { foldText } from "#src/lib/fold.ts";
import { type Db, rowsOf } from "./database.ts";

/** A trigram that the index has for certain. */
const INDEXED = /[\p{L}\p{N}]{3}/u;
/** As long as a trigram. */
const WIDTH = 3;
/** Together so many are in few rows, even where each alone is in one of fifty. */
const WINDOWS_MIN = 3;
/** Of a hundred texts. Digits that follow one another by chance are in one of them. */
const RARE_MAX = 2;

/** Folded texts of a hundred rows that the planner keeps of an index on text, or none if it has never looked. */
export async function readTextSample(db: Db, index: string): Promise<readonly string[]> {
  const [stored] = await rowsOf<{ texts: string[] | null }>(
    db,
    sql`select histogram_bounds::text::text[] as texts from pg_stats
      where schemaname = current_schema() and tablename = ${index}`,
  );
  return stored?.texts ?? [];
}

/** True if so many rows have the words that a page of the newest is soon full without an index on text. */
export function isCommon(words: string, sample: readonly string[]): boolean {
  const folded = foldText(words);
  return sample.some((text) => text.includes(folded));
}

/**
 * The longest pieces of the searched words whose every three characters are in few texts of the sample; the words themselves
 * if that tells nothing. The index merges the rows of all trigrams that it's asked for, and those of ".com" or "instagram"
 * are in millions of them. What has the words has these parts, so whoever looks for them compares the words, too.
 */
export function rarePartsOf(words: string, sample: readonly string[]): string[] {
  if (sample.length === 0 || asciiSearch(words) !== undefined) return [words];
  const folded = foldText(words);
  const pieces: string[] = [];
  let windows = 0;
  let isWithinPiece = false;
  for (let at = 0; at + WIDTH <= folded.length; at++) {
    const part = folded.slice(at, at + WIDTH);
    const isRare = sample.filter((text) => text.includes(part)).length <= RARE_MAX;
    if (isRare && isWithinPiece) pieces.push(`${pieces.pop()}${part.at(-1)}`);
    else if (isRare) pieces.push(part);
    if (isRare && INDEXED.test(part)) windows++;
    isWithinPiece = isRare;
  }
  return windows < WINDOWS_MIN ? [words] : pieces.filter((piece) => INDEXED.test(piece));
}
