import type { Catalog } from "./catalog-rules.ts";
import { parseCondition } from "./parser-rules.ts";
import { tokensOf } from "./token-rules.ts";
import { EVENT_TARGETS, EVENT_WORDS } from "./words-rules.ts";

export interface Completions {
  /** Where the unfinished word begins, which an option replaces. */
  from: number;
  options: readonly string[];
}

const OPTIONS_MAX = 8;

/** What could come next in a condition's text form, for somebody who has typed it up to its end. */
export function completionsOf(typed: string, catalog: Catalog): Completions {
  const last = tokensOf(typed).at(-2);
  const isUnfinished =
    last !== undefined &&
    last.at + last.length === typed.length &&
    (last.kind === "word" || (last.kind === "string" && last.isOpen === true));
  const from = isUnfinished ? last.at : typed.length;
  const partial = isUnfinished ? last.text.toLowerCase() : "";
  const head = typed.slice(0, from);
  const matches = expectedAfter(head, catalog).filter((option) => {
    const plain = option.replace(/^"|"$/g, "").toLowerCase();
    const isOfKind = last?.kind !== "string" || !isUnfinished || option.startsWith('"');
    return isOfKind && plain.startsWith(partial) && plain !== partial;
  });
  return { from, options: matches.slice(0, OPTIONS_MAX) };
}

function expectedAfter(head: string, catalog: Catalog): readonly string[] {
  const parsed = parseCondition(head, catalog);
  if (!("problem" in parsed)) return [...eventWordsAfter(head), "and", "or"];
  const isAtEnd = parsed.problem.at >= head.trimEnd().length;
  return isAtEnd ? parsed.problem.expected : [];
}

/** An event is complete as it is, and can go on. */
function eventWordsAfter(head: string): readonly string[] {
  const end = head.trimEnd().toLowerCase();
  const event = EVENT_WORDS.find(([, words]) => end.endsWith(words))?.[0];
  if (event === undefined)
    return / times$/.test(end) || /(?:link|page|campaign) "[^"]*"$/.test(end) ? ["in", ">="] : [];
  const targets = EVENT_TARGETS[event];
  return [
    ...targets,
    ...(targets.includes("campaign") ? ["last"] : []),
    ">=",
    ...(event === "bought" ? ["for"] : []),
    "in",
  ];
}
