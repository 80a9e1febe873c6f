/*
 * LiquidJS in a sandbox: no files, no prototypes, and only as much time and memory as an e-mail needs.
 */
import { type Emitter, filters, Liquid, Token, toValue } from "liquidjs";
import { markOf, URL_PART_FILTER, WEB_URL_FILTER } from "../html/html.ts";
import type { Part } from "../rules.ts";

/** Limits for each part of an e-mail. Lines are short, so a slow one is so on purpose. */
export const RENDER_MS_MAX: Record<Part, number> = { subject: 250, preheader: 250, html: 1000, text: 1000 };
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

export const inText = engine();
export const inHtml = engine(escapeOrTake);

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

/** Renders with marks in place of values. Captured text can't be told from a value. */
export function takeValues(render: () => string): { marked: string; values: string[] } {
  const values: string[] = [];
  taken = values;
  try {
    return { marked: render(), values };
  } finally {
    taken = undefined;
  }
}
