import { foldText } from "#src/lib/fold.ts";

/** The searchable parts of an article, also sent to the browser. */
export interface SearchEntry {
  slug: string;
  title: string;
  summary: string;
  /** Other words that people search for. */
  keywords: string;
  /** The words of the text, each once. */
  text: string;
}

const WEIGHTS = { title: 10, keywords: 6, summary: 4, text: 1 } as const;
/** Longer than any real question. */
export const QUERY_CHARS_MAX = 100;
const WORDS_MAX = 12;
/** An article that has fewer of the words is about something else. */
const SHARE_MIN = 0.5;

/** Words that occur in every question and every article. */
const FILLERS = new Set(
  "a an and are can do does for how i in is it my of on or the to what with you your".split(" "),
);

/** Returns a text's words in the form they're compared in: lowercase and without accents. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Returns the slugs of the entries that match `query`, best first. Every word has to match the start of a
 * word in the entry. If no entry has all of them, those with the most match, as long as that's at least half.
 * A blank query finds nothing.
 */
export function searchHelp(entries: readonly SearchEntry[], query: string): string[] {
  const asked = [...new Set(wordsOf(query.slice(0, QUERY_CHARS_MAX)))].slice(0, WORDS_MAX);
  const telling = asked.filter((word) => !FILLERS.has(word));
  const words = telling.length > 0 ? telling : asked;
  if (words.length === 0) return [];
  const scored = entries.map((entry) => ({ slug: entry.slug, ...scoreOf(entry, words) }));
  const most = Math.max(...scored.map(({ found }) => found));
  if (most < words.length * SHARE_MIN) return [];
  return scored
    .filter(({ found }) => found === most)
    .sort((a, b) => b.score - a.score)
    .map(({ slug }) => slug);
}

export function tallyText(count: number, query: string): string {
  if (count === 0) return `No articles for “${query}”`;
  return `${count} ${count === 1 ? "article" : "articles"} for “${query}”`;
}

function scoreOf(entry: SearchEntry, words: readonly string[]): { found: number; score: number } {
  const fields = Object.entries(WEIGHTS).map(
    ([name, weight]) => [wordsOf(entry[name as keyof typeof WEIGHTS]), weight] as const,
  );
  let found = 0;
  let score = 0;
  for (const word of words) {
    const hits = fields.map(([known, weight]) => weight * matchOf(known, word));
    if (hits.some((hit) => hit > 0)) found += 1;
    score += hits.reduce((sum, hit) => sum + hit, 0);
  }
  return { found, score };
}

/** A whole word counts more than one that only starts with it. */
function matchOf(known: readonly string[], word: string): number {
  if (known.includes(word)) return 2;
  return known.some((one) => one.startsWith(word)) ? 1 : 0;
}
