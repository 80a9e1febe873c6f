/*
 * Conditional comments: HTML that only Outlook for Windows reads, or that only others do. E-mail editors use
 * them for columns, widths, and buttons. They're kept, without anything that Outlook could run.
 */

/** Private characters around a comment's number while HTML is parsed. */
const MARK_START = "\ue002";
const MARK_END = "\ue003";
const MARKED = /\ue002(\d+)\ue003/g;
const MARKS = /[\ue002\ue003]/g;
/** Sanitized HTML has neither `<` nor `>` inside of a tag. */
const WHOLE_TAG = /<[^<>]*>/g;

const CONDITION = /^\[if ([\w\s!|&().]{1,60})\]>/;
const END = "<![endif]";
/** Variants of the end as programs that format or generate HTML write it. */
const END_WRITTEN = /<!\s{0,99}\[endif\]\s{0,9}\/?$/;
/** Style sheets inside of a comment, as old browsers needed them and Word still writes them. */
const STYLE_START = /(<style\b[^<>]*>\s*)<!--(?!\[)/gi;
const STYLE_END = /-->(?=\s*<\/style\s*>)/gi;
/** The rest of the start of a part for everyone but Outlook. */
const SHOWN_TO_OTHERS = /^\s*(?:<!(?:--\s*)?)?$/;
const END_OF_SHOWN = /^\s*<!\s*\[endif\]\s*$/;
/** Variants that browsers would treat as comments. */
const BARE = /<!\[(?:if ([\w\s!|&().]{1,60})|endif)\]>/g;

/** VML and settings that only Outlook knows. */
const OFFICE_TAG = /^(?:v|o|w):[a-z]+$|^xml$|^noscript$/i;
const TAG = /<(\/?)([a-z][a-z0-9:]*)(?![a-z0-9:])([^<>]*)>/gi;
const ATTRIBUTE = /(?<![\w:.-])([a-z][\w:.-]{0,60})\s{0,9}=\s{0,9}(?:"([^"<>]*)"|'([^'<>]*)')/gi;
const RUNS = /^\s*(?:javascript|vbscript|data):/i;

/** Applies a function to HTML that would drop its comments. Conditional ones stay, all others are removed. */
export function aroundComments(
  html: string,
  tags: ReadonlySet<string>,
  work: (html: string) => string,
): string {
  if (!html.includes("<!")) return work(html.replace(MARKS, ""));
  const kept: string[] = [];
  const keep = (comment: string) => `${MARK_START}${kept.push(comment) - 1}${MARK_END}`;
  const bare = html.replace(MARKS, "").replace(STYLE_START, "$1").replace(STYLE_END, "");
  const marked = replaceComments(bare, (comment) => {
    const clean = cleanComment(comment, tags);
    return clean === undefined ? "" : keep(clean);
  }).replace(BARE, (_, condition?: string) => keep(condition ? opening(condition) : CLOSING));
  return work(marked)
    .replace(WHOLE_TAG, (tag) => (tag.includes(MARK_START) ? tag.replace(MARKED, "") : tag))
    .replace(MARKED, (_, index: string) => kept[Number(index)] ?? "");
}

const CLOSING = `<!--${END}-->`;
const opening = (condition: string) => `<!--[if ${condition.trim()}]><!-->`;

/** Comments without an end are left to the parser. */
function replaceComments(html: string, replace: (comment: string) => string): string {
  let made = "";
  let at = 0;
  for (let start = html.indexOf("<!--"); start >= 0; start = html.indexOf("<!--", at)) {
    const end = html.indexOf("-->", start + 4);
    if (end < 0) break;
    made += html.slice(at, start) + replace(html.slice(start + 4, end));
    at = end + 3;
  }
  return made + html.slice(at);
}

export const withoutComments = (html: string) => replaceComments(html, () => "");

/** Sanitizes a comment. Undefined for one that isn't for Outlook. */
function cleanComment(comment: string, tags: ReadonlySet<string>): string | undefined {
  if (END_OF_SHOWN.test(comment)) return CLOSING;
  const condition = CONDITION.exec(comment)?.[1];
  if (condition === undefined) return undefined;
  const inside = comment.slice(comment.indexOf("]>") + 2).trimEnd();
  if (SHOWN_TO_OTHERS.test(inside)) return opening(condition);
  const end = END_WRITTEN.exec(inside)?.index;
  if (end === undefined) return undefined;
  return `<!--[if ${condition.trim()}]>${cleanOffice(inside.slice(0, end), tags)}${END}-->`;
}

/** Pieces of HTML may begin in one comment and end in another, so they aren't parsed as a whole. */
function cleanOffice(html: string, tags: ReadonlySet<string>): string {
  let made = "";
  let at = 0;
  for (const { 0: tag, 1: slash = "", 2: name = "", 3: rest = "", index } of html.matchAll(TAG)) {
    made += asText(html.slice(at, index)) + cleanTag([slash, name, rest], tags);
    at = index + tag.length;
  }
  return made + asText(html.slice(at));
}

function cleanTag([slash, written, rest]: [string, string, string], tags: ReadonlySet<string>): string {
  // Office's names contain capitals.
  const name = written.includes(":") ? written : written.toLowerCase();
  if (!tags.has(name) && !OFFICE_TAG.test(name)) return "";
  if (slash !== "") return `</${name}>`;
  const attributes = [...rest.matchAll(ATTRIBUTE)].flatMap(([, key = "", double, single = ""]) => {
    const value = double ?? single;
    return /^on/i.test(key) || key === "http-equiv" || RUNS.test(value)
      ? []
      : ` ${key}="${value.replaceAll('"', "&quot;").replaceAll("--", "-&#45;")}"`;
  });
  return `<${name}${attributes.join("")}${rest.trimEnd().endsWith("/") ? "/" : ""}>`;
}

/** Escapes text so that it can't end the comment or begin an element. */
const asText = (text: string) => text.replace(/</g, "&lt;").replace(/>/g, "&gt;").replaceAll("--", "-&#45;");
