import type { HtmlFacts } from "./html-facts.ts";

/** JSON as strangers write it. */
export type Json = Readonly<Record<string, unknown>>;

/** A page's data has tens of thousands of values. */
const VALUES_MAX = 300_000;

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value at the end of `path`, or undefined if a step is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

export function recordsAt(value: unknown, ...path: readonly (string | number)[]): Json[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Returns the first of these fields that is text with something in it. */
export function textOf(value: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = at(value, name);
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  return undefined;
}

/** An id, which some services write as a number here and as text there. */
export function idOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields all objects and lists in a value, outer ones first. However deep they are, nothing overflows. */
export function* valuesIn(root: unknown): Generator<object> {
  let waiting: unknown[] = [root];
  for (let seen = 0; waiting.length > 0; ) {
    const inner: unknown[] = [];
    for (const value of waiting) {
      if (typeof value !== "object" || value === null) continue;
      if (++seen > VALUES_MAX) return;
      yield value;
      for (const part of Object.values(value))
        if (typeof part === "object" && part !== null) inner.push(part);
    }
    waiting = inner;
  }
}

/** The data of a page made with Next.js. Its script tag may have any other attributes. */
export function nextData(html: HtmlFacts | undefined): unknown {
  const script = html?.scripts.find(({ id }) => id === "__NEXT_DATA__");
  return script && parseJson(script.text);
}

/** The `pageProps` of a page made with Next.js, or of its data in a file. */
export function pageProps(html: HtmlFacts | undefined, json: unknown): unknown {
  const data = html ? nextData(html) : json;
  return at(data, "props", "pageProps") ?? at(data, "pageProps");
}

/** Everything in `application/ld+json`, with `@graph` unpacked. */
export function linkedData(html: HtmlFacts): Json[] {
  return html.scripts
    .filter(({ type }) => type === "application/ld+json")
    .map(({ text }) => parseJson(text))
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => [value, ...recordsAt(value, "@graph")])
    .filter(isRecord);
}

/** The values that a page of the newer Next.js streams into `self.__next_f`, one in a line. */
export function flightValues(html: HtmlFacts): unknown[] {
  const streamed = html.scripts.map(({ text }) => flightText(text)).join("");
  return streamed.split("\n").flatMap((line) => {
    const value = /^[0-9a-f]*:/.test(line) ? parseJson(line.slice(line.indexOf(":") + 1)) : undefined;
    return typeof value === "object" && value !== null ? [value] : [];
  });
}

function flightText(script: string): string {
  let text = "";
  for (let from = script.indexOf("__next_f"); from !== -1; from = script.indexOf("__next_f", from + 8)) {
    const start = script.indexOf('"', from);
    const end = start === -1 ? -1 : endOfString(script, start);
    if (end === -1) break;
    const part = parseJson(script.slice(start, end));
    if (typeof part === "string") text += part;
    from = end;
  }
  return text;
}

/** Returns the position after a JSON string that starts at `start`, or -1 if it doesn't end. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}
