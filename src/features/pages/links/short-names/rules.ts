import { RESERVED_USERNAMES } from "#src/features/pages/profiles/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { GO_PATH } from "#src/lib/paths.ts";

export const SHORT_NAME_CHARS_MAX = 40;

const PATTERN = /^[a-z0-9](?:[a-z0-9]|-(?!-)){1,38}[a-z0-9]$/;

export type ShortNameProblem = "SHORT_NAME_INVALID" | "SHORT_NAME_RESERVED";

/** Returns a name as it's stored, whatever case it was typed in. */
export function foldedName(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Returns a name from what people type: a pasted URL leaves its end, and spaces become hyphens. */
export function typedName(typed: string): string {
  const at = typed.toLowerCase().lastIndexOf(GO_PATH);
  const [end = ""] = typed.slice(at < 0 ? 0 : at + GO_PATH.length).split("/", 1);
  return end
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .slice(0, SHORT_NAME_CHARS_MAX);
}

/** True for text that could be a stored name. Everything else costs no query. */
export function isShortName(text: string): boolean {
  return PATTERN.test(text) && !looksLikeId(text);
}

/** Returns why nobody can have this name, or undefined if somebody can. */
export function shortNameProblem(name: string): ShortNameProblem | undefined {
  if (!isShortName(name)) return "SHORT_NAME_INVALID";
  const letters = name.replaceAll("-", "");
  return RESERVED_USERNAMES.has(name) || RESERVED_USERNAMES.has(letters) ? "SHORT_NAME_RESERVED" : undefined;
}

/** Links are found by their ids first, and by what's left of one that a program has changed. */
function looksLikeId(text: string): boolean {
  return isId(text) || /^[0-9a-f]{32}$/.test(text.replaceAll("-", ""));
}
