import { localizeCountry, localizeLabel } from "#src/kit/localize-label.ts";
import type { Analytics, BreakdownName } from "../contract.ts";

export type BreakdownRow = Analytics["breakdowns"][BreakdownName][number];

export interface BreakdownLabel {
  text: string;
  /** A flag, if the row is a location. */
  flag?: string;
  /** Dimmed text after the name: the country of a region or city, or a site's hosts. */
  detail?: string;
}

const SEPARATOR = ", ";

const DELETED: Readonly<Record<string, string>> = { "Deleted link": "Deleted link" };

export function breakdownLabel(
  breakdown: BreakdownName,
  { key, label = key, hosts, position }: BreakdownRow,
): BreakdownLabel {
  if (breakdown === "country") return { text: localizeCountry(key, label), flag: flagOf(key) };
  // The link's title comes from its owner, unless the link is gone.
  if (breakdown === "link") {
    const text = DELETED[label] ?? label;
    return position === undefined ? { text } : { text, detail: `no. ${position} on the page` };
  }
  if (breakdown.startsWith("utm_")) return { text: label };
  // The name that people know, and where exactly they came from.
  if (breakdown === "referrer" && hosts) return { text: label, detail: hosts.join(SEPARATOR) };
  if (breakdown !== "region" && breakdown !== "city") return { text: localizeLabel(label) };
  const cut = label.lastIndexOf(SEPARATOR);
  const country = key.slice(key.lastIndexOf(SEPARATOR) + SEPARATOR.length);
  const flag = flagOf(country);
  return cut < 0
    ? { text: localizeLabel(label), flag }
    : {
        text: label.slice(0, cut),
        flag,
        detail: localizeCountry(country, label.slice(cut + SEPARATOR.length)),
      };
}

/** Returns a country's two letters as regional indicators, which display as its flag. */
function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return "🌐";
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}
