/* What people type to find links, taken apart. The dashboard has these rules, too. */
import { foldText } from "#src/lib/fold.ts";

const LINK_STATUSES = ["shown", "hidden", "scheduled", "ended"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const OPERATORS = ["url", "tag", "status", "in"] as const;
export type Operator = (typeof OPERATORS)[number];

export const QUERY_CHARS_MAX = 500;
/** More words than any title has. What comes after them isn't looked at, so that more is found instead of less. */
const TERMS_MAX = 60;

export interface LinkTerm {
  /** Undefined for plain words. */
  operator: Operator | undefined;
  value: string;
  /** As it was typed: what looks like an operator may as well be part of a title. */
  typed: string;
}

/**
 * A word, or several in quotes, with or without an operator before it. A quote inside of quotes is doubled, and one
 * that isn't closed goes on to the end.
 */
const TERM = /(?:(url|tag|status|in):|(#))?(?:"((?:[^"]|"")*)(?:"|$)|([^\s"]\S*))/giu;

/** Takes a search apart. All of its terms have to be true for a link, except that a link has one status and one place. */
export function parseLinkQuery(typed: string): LinkTerm[] {
  const terms: LinkTerm[] = [];
  for (const [whole, named, hash, quoted, word = ""] of typed.matchAll(TERM)) {
    const value = (quoted?.replaceAll('""', '"') ?? word).trim();
    if (value === "") continue;
    const operator = hash ? "tag" : (named?.toLowerCase() as Operator | undefined);
    const typed = whole.trim();
    // Whoever leans on the keyboard asks for the same again and again.
    if (!terms.some((term) => term.typed === typed)) terms.push(withMeaning({ operator, value, typed }));
  }
  return terms.slice(0, TERMS_MAX);
}

/** A status that there isn't is a word. An address that was copied ends in a slash, and the stored one may not. */
function withMeaning({ operator, value, typed }: LinkTerm): LinkTerm {
  if (operator === "status" && statusOf(value) === undefined)
    return { operator: undefined, value: typed, typed };
  const isAddress = operator === "url" || (operator === undefined && /^https?:\/\/\S/i.test(value));
  return { operator, value: isAddress ? value.replace(/(?<=[^/])\/$/, "") : value, typed };
}

export function statusOf(value: string): LinkStatus | undefined {
  return LINK_STATUSES.find((status) => status === foldText(value));
}

/** Returns a term that finds exactly this value, in quotes where it needs them. */
export function formatTerm(operator: Operator | undefined, value: string): string {
  const isPlain =
    /^[^\s"#]+$/u.test(value) && (operator !== undefined || !/^(?:url|tag|status|in):/i.test(value));
  const written = isPlain ? value : `"${value.replaceAll('"', '""')}"`;
  return operator === undefined ? written : `${operator}:${written}`;
}

/** Returns the word that's being typed at the end of a search, for which there may be suggestions. */
export function lastWord(typed: string): { before: string; word: string } {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < typed.length; at++) {
    const char = typed.charAt(at);
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(char)) start = at + 1;
  }
  return { before: typed.slice(0, start), word: typed.slice(start) };
}

interface Labels {
  tags: readonly string[];
  folders: readonly string[];
  pages: readonly string[];
}

const SUGGESTIONS_MAX = 8;

/** Returns whole searches that what's typed may become. */
export function suggestSearches(typed: string, { tags, folders, pages }: Labels): string[] {
  const { before, word } = lastWord(typed);
  const [, named = "", rest = word] = /^(#|(?:url|tag|status|in):)(.*)$/iu.exec(word) ?? [];
  const wanted = foldText(rest.replace(/^"/, ""));
  const values: Readonly<Record<string, readonly string[]>> = {
    "#": tags,
    "tag:": tags,
    "in:": [...folders, ...pages],
    "status:": LINK_STATUSES,
    "url:": [],
  };
  const matching = (names: readonly string[] = []) => names.filter((name) => foldText(name).includes(wanted));
  const operator = named === "#" ? "tag" : (named.slice(0, -1).toLowerCase() as Operator);
  const terms =
    named === ""
      ? [
          ...OPERATORS.map((one) => `${one}:`).filter((one) => one.startsWith(word.toLowerCase())),
          ...(word === "" ? [] : matching(tags).map((tag) => formatTerm("tag", tag))),
          ...(word === "" ? [] : matching(folders).map((folder) => formatTerm("in", folder))),
        ]
      : matching(values[named.toLowerCase()]).map((value) => formatTerm(operator, value));
  return [...new Set(terms)]
    .filter((term) => term !== word)
    .slice(0, SUGGESTIONS_MAX)
    .map((term) => before + term);
}
