/*
 * Merge tags, conditions, and loops: parsed once, rendered for each person. `liquid.ts` has the sandbox.
 */
import type { LiquidError, Template } from "liquidjs";
import type { MergeContact } from "#src/features/audience/contacts/rules.ts";
import { encodeTagsInUrl, hasTooManyElements, URL_PART_FILTER, WEB_URL_FILTER } from "../html/html.ts";
import { type Finding, MERGE_TAGS, OTHER_TAG_NAMES, type Part } from "../rules.ts";
import { oursForUnknown } from "./foreign-tags.ts";
import { inHtml, inText, RENDER_MS_MAX, takeValues } from "./liquid.ts";

export { foreignTagsIn } from "./foreign-tags.ts";

/** More findings of one kind don't help. */
const UNKNOWN_MAX = 50;

export interface Parsed {
  part: Part;
  templates: Template[];
  /** The names in merge tags, such as `contact` and `name`, with their lines. */
  names: { path: string[]; line: number }[];
  source: string;
}

/** An e-mail can't be rendered. Holds the problem, for its author. */
export class ContentError extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.message);
    this.name = "ContentError";
    this.finding = finding;
  }
}

/** Throws `ContentError` for a syntax error, or for an unknown tag or filter. */
export function parsePart(part: Part, source: string): Parsed {
  const liquid = part === "html" ? inHtml : inText;
  requireClosed(part, source);
  requireFew(part, source);
  try {
    const templates = liquid.parse(source);
    const { globals } = liquid.analyzeSync(templates);
    const names = Object.values(globals)
      .flat()
      .map((variable) => ({ path: pathOf(variable.toArray()), line: variable.location.row }));
    return { part, templates, names, source };
  } catch (error) {
    throw contentError(part, error);
  }
}

const OPEN = /\{(?:\{(?:(?!\}\}|\{[{%])[\s\S])*|%(?:(?!%\}|\{[{%])[\s\S])*)(?=\{[{%]|$)/;

/** LiquidJS would read on to the end of the next tag, and report that instead. */
function requireClosed(part: Part, source: string): void {
  const open = OPEN.exec(source);
  if (open === null) return;
  const line = source.slice(0, open.index).split("\n").length;
  const [start] = open[0].split(/[<\n]/);
  const message = `“${start?.trim().slice(0, 40)}” is never closed.`;
  throw new ContentError({ severity: "stop", where: part, line, message });
}

/** LiquidJS shifts each one off a list, which is slow for long lists, and so are long parts. */
const TAGS_IN_PART_MAX = 2000;
const TAG_CHARS_MAX = 1000;
const WHOLE_TAG = /\{\{(?:(?!\{[{%])[\s\S])*?\}\}|\{%(?:(?!\{[{%])[\s\S])*?%\}/g;

function requireFew(part: Part, source: string): void {
  let count = 0;
  for (const [tag] of source.matchAll(WHOLE_TAG)) {
    count++;
    if (count <= TAGS_IN_PART_MAX && tag.length <= TAG_CHARS_MAX) continue;
    const message = "There are too many merge tags, or one is too long. Use fewer and shorter ones.";
    throw new ContentError({ severity: "stop", where: part, message });
  }
}

/** Throws `ContentError` for an unknown merge tag, and for rendering beyond the limits. */
export function renderPart({ part, templates }: Parsed, data: object): string {
  const liquid = part === "html" ? inHtml : inText;
  try {
    const rendered = String(liquid.renderSync(templates, data, { renderLimit: RENDER_MS_MAX[part] }));
    if (part !== "html" || !hasTooManyElements(rendered)) return rendered;
  } catch (error) {
    throw contentError(part, error);
  }
  throw new ContentError({ severity: "stop", where: part, message: TOO_MUCH });
}

/** Like `renderPart`, for HTML, with marks in place of values. Captured text can't be told from a value. */
export function renderMarked(parsed: Parsed, data: object): { marked: string; values: string[] } {
  return takeValues(() => renderPart(parsed, data));
}

/** A computed segment (`contact[x]`) ends the path. */
function pathOf(segments: unknown[]): string[] {
  const computed = segments.findIndex((segment) => typeof segment !== "string");
  return segments.slice(0, computed === -1 ? undefined : computed).map(String);
}

const NAMES: ReadonlySet<string> = new Set([...MERGE_TAGS.map(({ name }) => name), ...OTHER_TAG_NAMES]);

const fieldOf = (path: string[]) => (path[0] === "contact" && path[1] === "fields" ? path[2] : undefined);

export function fieldsOf({ names }: Parsed): string[] {
  return names.flatMap(({ path }) => fieldOf(path) ?? []);
}

export interface UnknownName extends Finding {
  name: string[];
}

/** Returns the unknown names in a part. Without `fields`, any custom field may exist. */
export function unknownNames({ part, names, source }: Parsed, fields?: readonly string[]): UnknownName[] {
  const unknown = names.filter(({ path }) => {
    const field = fieldOf(path);
    if (field !== undefined) return fields !== undefined && !fields.includes(field);
    return !NAMES.has(path.join(".").replace(/\.(size|first|last)$/, ""));
  });
  return unknown.slice(0, UNKNOWN_MAX).map(({ path, line }) => {
    const name = path.join(".");
    const { tag, ours } = oursForUnknown(source, name) ?? {};
    const message =
      ours === undefined
        ? `There’s no merge tag “${name}”. Pick one from the list, or check its spelling.`
        : `There’s no merge tag “${name}”. Use ${ours} instead.`;
    const fix = tag !== undefined && ours !== undefined && { fix: { from: tag, to: ours } };
    return { severity: "stop", where: part, line, message, ...fix, name: path };
  });
}

const TOO_MUCH =
  "This takes too long to put together. Look for a loop that counts too far or runs inside another one.";

const SENTENCES: readonly [RegExp, (...found: string[]) => string][] = [
  [/^template render limit|^memory alloc limit|^parse length limit|call stack/i, () => TOO_MUCH],
  [/^tag "(.+?)" not found/, (tag) => `There’s no tag “{% ${tag} %}”.`],
  [/^undefined filter: ([^,\s]+)/, (filter) => `There’s no filter “${filter}”.`],
  [/^undefined variable: ([^,\s]+)/, (name) => `There’s no merge tag “${name}”.`],
  [/^tag (\{%.*%\}) not closed/s, (tag) => `“${tag}” needs an end tag, such as {% endif %} or {% endfor %}.`],
];

function contentError(part: Part, error: unknown): ContentError {
  if (error instanceof ContentError) return error;
  const { message, token } = error as LiquidError;
  const [line] = token?.getPosition?.() ?? [];
  const found = SENTENCES.flatMap(([pattern, say]) => {
    const match = pattern.exec(message);
    return match ? say(...match.slice(1)) : [];
  })[0];
  const raw = token
    ?.getText?.()
    .replace(` | ${URL_PART_FILTER}`, "")
    .replace(` | ${WEB_URL_FILTER}`, "")
    .trim()
    .slice(0, 80);
  const sentence =
    found ?? (raw ? `“${raw}” isn’t written correctly.` : "A merge tag isn’t written correctly.");
  return new ContentError({ severity: "stop", where: part, line, message: sentence });
}

/*
 * Links whose end differs from person to person. They count as one link, because they all lead to the same
 * host: a contact's data can't change the host.
 */

/** Scheme and host, before any merge tag. */
const FIXED = /^https?:\/\/[^/?#{}\s]+[/?#]/i;
const FILTER = ` | ${URL_PART_FILTER}`;

/**
 * Returns such a link in its stored form. Undefined for one that leads to different hosts, or uses more than
 * the contact.
 */
export function personalLink(url: string): string | undefined {
  const shown = url.replaceAll(FILTER, "");
  return FIXED.test(shown) && parseLink(shown) ? shown : undefined;
}

export const isPersonal = (url: string) => url.includes("{{") || url.includes("{%");

/** Returns the URL for a contact. Undefined if it can't be rendered. */
export function fillLink(url: string, contact: MergeContact): string | undefined {
  const parsed = parseLink(url);
  const start = FIXED.exec(url)?.[0];
  if (!parsed || start === undefined) return undefined;
  const none = Object.fromEntries(fieldsOf(parsed).map((field) => [field, null]));
  const filled = orUndefined(() =>
    renderPart(parsed, { contact: { ...contact, fields: { ...none, ...contact.fields } } }),
  );
  const made = URL.parse(filled ?? "");
  return made !== null && made.origin === URL.parse(start)?.origin ? made.href : undefined;
}

function parseLink(url: string): Parsed | undefined {
  const parsed = orUndefined(() => parsePart("subject", encodeTagsInUrl(url)));
  const isKnown =
    parsed?.names.every(({ path }) => path[0] === "contact") && unknownNames(parsed).length === 0;
  return isKnown ? parsed : undefined;
}

function orUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
