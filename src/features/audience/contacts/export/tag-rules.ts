/** Joins tags into one cell that `parseTags` can split again: tags that contain a separator are quoted. */
export function joinTags(tags: readonly string[]): string {
  const isOpen = (tag: string) => /[,;|"]|:::|^[\s*[]|\s$/.test(tag);
  return tags.map((tag) => (isOpen(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(", ");
}

/**
 * Splits the tags in one cell, separated by commas, semicolons, bars, or as Google does it. Quotes protect
 * separators, and a quote inside is doubled. JSON arrays are supported, too.
 */
export function parseTags(text: string): string[] {
  const trimmed = text.trim();
  const listed =
    listIn(trimmed) ??
    (trimmed.includes(":::") && !trimmed.includes('"') ? googleTags(trimmed) : split(trimmed));
  return [...new Set(listed.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
}

/** Google's own groups begin with a star. */
const googleTags = (text: string) => text.split(":::").filter((tag) => !tag.trim().startsWith("*"));

function listIn(text: string): string[] | undefined {
  if (!text.startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    const isList =
      Array.isArray(list) && list.every((one) => typeof one === "string" || typeof one === "number");
    return isList ? list.map(String) : undefined;
  } catch {
    return undefined;
  }
}

const SEPARATORS = ",;|";

function split(text: string): string[] {
  const tags: string[] = [];
  for (let at = 0; at < text.length; at++) {
    while (/\s/.test(text.charAt(at))) at++;
    const quoted = text.charAt(at) === '"' ? quotedAt(text, at) : undefined;
    const end = quoted?.end ?? endOf(text, at);
    tags.push(quoted?.tag ?? text.slice(at, end).replaceAll('"', ""));
    at = end;
  }
  return tags;
}

/** Returns the end of the tag that begins there: the next separator. */
function endOf(text: string, from: number): number {
  let at = from;
  while (at < text.length && !SEPARATORS.includes(text.charAt(at))) at++;
  return at;
}

/** Returns the quoted tag that begins there. Undefined if more than white space follows its last quote. */
function quotedAt(text: string, from: number): { tag: string; end: number } | undefined {
  let tag = "";
  for (let at = from + 1; at < text.length; at++) {
    const close = text.indexOf('"', at);
    if (close < 0) return undefined;
    tag += text.slice(at, close);
    at = close + 1;
    if (text.charAt(at) === '"') {
      tag += '"';
      continue;
    }
    const end = endOf(text, at);
    return text.slice(at, end).trim() === "" ? { tag, end } : undefined;
  }
  return undefined;
}
