/* UTM parameters in a link's URL as somebody types it. Everything else in it stays as it is, to the letter. */

import { percentDecoded } from "#src/lib/percent-encoding.ts";

export const UTM_NAMES = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type UtmName = (typeof UTM_NAMES)[number];

interface Split {
  base: string;
  /** Undefined without a question mark. */
  query: string | undefined;
  hash: string;
}

function split(url: string): Split {
  const hashAt = url.indexOf("#");
  const address = hashAt < 0 ? url : url.slice(0, hashAt);
  const queryAt = address.indexOf("?");
  return {
    base: queryAt < 0 ? address : address.slice(0, queryAt),
    query: queryAt < 0 ? undefined : address.slice(queryAt + 1),
    hash: hashAt < 0 ? "" : url.slice(hashAt),
  };
}

/** Returns the name and the value of one part of a query. */
function pairOf(part: string): [name: string, value: string] {
  const at = part.indexOf("=");
  const [name, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  return [decoded(name).toLowerCase(), decoded(value)];
}

/** As forms encode it. */
const decoded = (text: string) => percentDecoded(text.replaceAll("+", " "));

function valuesOf(url: string, wanted: UtmName): string[] {
  return (split(url).query ?? "").split("&").flatMap((part) => {
    const [name, value] = pairOf(part);
    return name === wanted ? [value] : [];
  });
}

/** Returns a parameter's first value, or an empty text. */
export function utmOf(url: string, name: UtmName): string {
  return valuesOf(url, name)[0] ?? "";
}

/** Returns the parameters that the URL has more than once. */
export function doubledUtms(url: string): UtmName[] {
  return UTM_NAMES.filter((name) => valuesOf(url, name).length > 1);
}

/** Sets a parameter where its first value was, else at the end of the query. An empty value removes it. */
export function withUtm(url: string, name: UtmName, value: string): string {
  const { base, query, hash } = split(url);
  const wanted = value === "" ? [] : [new URLSearchParams({ [name]: value }).toString()];
  const parts = query ? query.split("&") : [];
  const at = parts.findIndex((part) => pairOf(part)[0] === name);
  if (at < 0 && wanted.length === 0) return url;
  const rest = (some: readonly string[]) => some.filter((part) => pairOf(part)[0] !== name);
  const all =
    at < 0 ? [...parts, ...wanted] : [...rest(parts.slice(0, at)), ...wanted, ...rest(parts.slice(at))];
  return `${base}${all.length > 0 ? "?" : ""}${all.join("&")}${hash}`;
}

/** True for web addresses, with or without their scheme. Others, such as `mailto:`, have no such parameters. */
export function takesUtm(url: string): boolean {
  const typed = url.trim();
  if (/^https?:/i.test(typed)) return true;
  return typed !== "" && !/^[^/?#]*@/.test(typed) && !/^[a-z][a-z+-]*:(?!\d)/i.test(typed);
}
