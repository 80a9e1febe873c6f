/*
 * Merge tags, conditions, and loops (LiquidJS) in a sandbox: no files, no prototypes, and only as much time
 * and memory as an e-mail needs.
 */

import { type Emitter, filters, Liquid, type LiquidError, type Template, Token, toValue } from "liquidjs";
import { oursForUnknown } from "./foreign-tags.ts";
import { type Finding, MERGE_TAGS, OTHER_TAG_NAMES, type Part } from "./rules.ts";
import { hasTooManyElements, markOf, URL_PART_FILTER, WEB_URL_FILTER } from "./sanitize.ts";

/** Limits for each part of an e-mail. Lines are short, so a slow one is so on purpose. */
const RENDER_MS_MAX: Record<Part, number> = { subject: 250, preheader: 250, html: 1000, text: 1000 };
/** The maximum number of elements that loops and filters may create. */
const MEMORY_MAX = 200_000;
/** More than any e-mail has; a loop within its time limit could produce hundreds of times that. */
const RENDERED_CHARS_MAX = 1_000_000;

const TAGS = new Set("assign break capture case comment continue cycle for if unless #".split(" "));
const FILTERS = new Set(
  [
    "abs append at_least at_most capitalize ceil compact date default divided_by downcase escape first floor",
    "join last lstrip map minus modulo newline_to_br number_of_words plus prepend remove remove_first replace",
    "replace_first reverse round rstrip size slice sort sort_natural split strip strip_html strip_newlines",
    "sum times truncate truncatewords uniq upcase url_encode where",
  ].flatMap((line) => line.split(" ")),
);

const escapeFilter = filters.escape as (this: unknown, value: unknown) => string;

/** The values of merge tags while a part is rendered with marks in their place. */
let taken: string[] | undefined;

/** Rendering is synchronous, so no other e-mail's values get in between. */
function escapeOrTake(this: unknown, value: unknown): string {
  const text = escapeFilter.call(this, value);
  return taken ? markOf(taken.push(text) - 1) : text;
}

/** In an e-mail address, `@` may stay. */
const asUrlPart = (value: unknown) =>
  encodeURIComponent(String(value ?? "").toWellFormed()).replaceAll("%40", "@");

/** Allows a field's value only these schemes: `javascript:` becomes a nonexistent host. */
function asWebUrl(value: unknown): string {
  const text = String(value ?? "").trim();
  return text === "" || /^https?:\/\//i.test(text) ? text : `https://${text}`;
}

function engine(outputEscape?: typeof escapeOrTake): Liquid {
  const liquid = new Liquid({
    strictFilters: true,
    strictVariables: true,
    // Lets `default` and `if` use fields that a contact doesn't have.
    lenientIf: true,
    ownPropertyOnly: true,
    relativeReference: false,
    templates: {},
    timezoneOffset: 0,
    locale: "en-US",
    memoryLimit: MEMORY_MAX,
    ...(outputEscape && { outputEscape }),
  });
  for (const name of Object.keys(liquid.tags)) if (!TAGS.has(name)) delete liquid.tags[name];
  for (const name of Object.keys(liquid.filters)) if (!FILTERS.has(name)) delete liquid.filters[name];
  liquid.registerFilter(URL_PART_FILTER, asUrlPart);
  liquid.registerFilter(WEB_URL_FILTER, asWebUrl);
  const { renderer } = liquid;
  const write = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter = new Sheet()) =>
    write(templates, context, emitter);
  return liquid;
}

/** A bounded output buffer, since the library's own has no limit. */
class Sheet implements Emitter {
  buffer = "";

  write(written: unknown): void {
    const value: unknown = toValue(written);
    this.buffer += Array.isArray(value) ? value.flat(Infinity).join("") : String(value ?? "");
    if (this.buffer.length > RENDERED_CHARS_MAX) throw new Error("memory alloc limit exceeded");
  }
}

const inText = engine();
const inHtml = engine(escapeOrTake);

/** The part that's being parsed, and the offset of each of its lines. */
let measured = { input: "", starts: [0] };

/**
 * LiquidJS computes the position of each token from the top: in a long e-mail of merge tags, that took
 * minutes and blocked the process.
 */
Token.prototype.getPosition = function (this: Token): [row: number, column: number] {
  const { input, begin } = this;
  if (measured.input !== input)
    measured = { input, starts: [0, ...Array.from(input.matchAll(/\n/g), ({ index }) => index + 1)] };
  const { starts } = measured;
  let row = starts.length;
  for (let [low, high] = [1, starts.length]; low <= high; ) {
    const middle = (low + high) >> 1;
    if ((starts[middle - 1] ?? 0) <= begin) {
      row = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return [row, begin - (starts[row - 1] ?? 0) + 1];
};

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
  const values: string[] = [];
  taken = values;
  try {
    return { marked: renderPart(parsed, data), values };
  } finally {
    taken = undefined;
  }
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
