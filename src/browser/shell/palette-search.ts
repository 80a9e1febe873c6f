import type {
  SpotlightActionData,
  SpotlightActionGroupData,
  SpotlightFilterFunction,
} from "@mantine/spotlight";
import { wordsOf } from "#src/features/public/site/page/help-search.ts";

type Found = SpotlightActionData & { group: string };

/** Too many to list before anything is typed. */
export const SEARCHED_GROUPS: ReadonlySet<string> = new Set(["Edit", "Links", "Help"]);

const WEIGHTS = { label: 10, keywords: 6, description: 2 } as const;
/** Shorter words are part of too many others. */
const PART_CHARS_MIN = 3;
/** Words that say nothing about the goal. */
const FILLERS = new Set("a an do for go how i in into me my of on please show the to your".split(" "));

/** Returns the actions that match every typed word, best first. Without input, the usual ones. */
export const findActions: SpotlightFilterFunction = (query, data) => {
  const groups = data.filter((item): item is SpotlightActionGroupData => "actions" in item);
  const typed = wordsOf(query);
  if (typed.length === 0) return groups.filter(({ group }) => !SEARCHED_GROUPS.has(group));
  const telling = typed.filter((word) => !FILLERS.has(word));
  const words = telling.length > 0 ? telling : typed;
  const found = groups
    .flatMap(({ group, actions }) => actions.map((action): Found => ({ ...action, group })))
    .map((action) => ({ action, score: scoreOf(action, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ action }) => action);
  return [...Map.groupBy(found, ({ group }) => group)].map(([group, actions]) => ({ group, actions }));
};

/** Zero unless every word matches. The shorter of two equal labels wins. */
function scoreOf({ label, description, keywords }: SpotlightActionData, words: readonly string[]): number {
  const texts = { label, description, keywords: Array.isArray(keywords) ? keywords.join(" ") : keywords };
  const known = Object.entries(texts).map(
    ([name, text]) => [wordsOf(text ?? ""), WEIGHTS[name as keyof typeof WEIGHTS]] as const,
  );
  const scores = words.map((word) =>
    Math.max(
      ...known.map(([all, weight]) => weight * Math.max(matchOf(all, word), matchOf(all, singular(word)))),
    ),
  );
  if (scores.includes(0)) return 0;
  return scores.reduce((sum, score) => sum + score, 0) + 1 / wordsOf(label ?? "").length;
}

function singular(word: string): string {
  return word.length > PART_CHARS_MIN ? word.replace(/s$/, "") : word;
}

/** A whole word beats a prefix, and a prefix beats a part. */
function matchOf(all: readonly string[], word: string): number {
  if (all.includes(word)) return 4;
  if (all.some((one) => one.startsWith(word))) return 2;
  return word.length >= PART_CHARS_MIN && all.some((one) => one.includes(word)) ? 1 : 0;
}
