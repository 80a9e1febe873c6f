import type { Analytics, BreakdownName } from "../contract.ts";

export type BreakdownRow = Analytics["breakdowns"][BreakdownName][number];

export interface ShownName {
  text: string;
  /** A flag, if the row is a place. */
  flag?: string;
  /** Dimmed text after the name: the country of a region or city. */
  detail?: string;
}

const SEPARATOR = ", ";

/** How the screen shows a breakdown's row, in the server's words. */
export function nameOf(breakdown: BreakdownName, { key, label = key }: BreakdownRow): ShownName {
  if (breakdown === "country") return { text: label, flag: flagOf(key) };
  if (breakdown !== "region" && breakdown !== "city") return { text: label };
  const cut = label.lastIndexOf(SEPARATOR);
  const flag = flagOf(key.slice(key.lastIndexOf(SEPARATOR) + SEPARATOR.length));
  return cut < 0
    ? { text: label, flag }
    : { text: label.slice(0, cut), flag, detail: label.slice(cut + SEPARATOR.length) };
}

/** A country's two letters as regional indicators, which display as its flag. */
function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return "🌐";
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}
