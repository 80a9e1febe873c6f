import { parseCountry } from "#src/lib/countries.ts";
import type { GeoRestrictions } from "../rules.ts";

/**
 * A visitor's location as far as known: a country's two letters or `UNKNOWN`, and names, empty if unknown.
 */
export interface GeoPlace {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

const UNKNOWN_COUNTRY = "UNKNOWN";

/** From the most precise to the least: a rule about a city beats one about its country. */
const LEVELS = [
  ["city", "blocked_cities", "allowed_cities"],
  ["region", "blocked_regions", "allowed_regions"],
  ["country", "blocked_countries", "allowed_countries"],
] as const;

/**
 * True if a link is blocked at `place`. Block beats allow; city beats region beats country. Once anything is
 * allowed, everything else is blocked, and the allow lists add up. Names are compared without case and
 * accents. A visitor whose location is unknown, or less precise than the lists need, may open it unless
 * `on_unknown` says otherwise.
 */
export function isBlocked(restrictions: GeoRestrictions, place: GeoPlace): boolean {
  const isUnknownBlocked =
    restrictions.on_unknown === "block" || restrictions.blocked_countries.includes(UNKNOWN_COUNTRY);
  if (place.country === "" || place.country === UNKNOWN_COUNTRY) return isUnknownBlocked;
  let isLimited = false;
  let isLeftOut = false;
  for (const [level, blocked, allowed] of LEVELS) {
    const form = level === "country" ? countryForm : nameForm;
    const here = form(place[level]);
    const names = (list: readonly string[]) => here !== "" && list.some((name) => form(name) === here);
    if (names(restrictions[blocked])) return true;
    if (names(restrictions[allowed])) return false;
    if (restrictions[allowed].length === 0) continue;
    isLimited = true;
    if (here !== "") isLeftOut = true;
  }
  return isLeftOut || (isLimited && isUnknownBlocked);
}

function countryForm(code: string): string {
  return parseCountry(code) ?? code.trim().toUpperCase();
}

/** Letters that Unicode doesn't split into a plain one and its mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ħ: "h",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/**
 * Returns the form in which names are compared. The database adds districts to cities ("Berlin (Mitte)") and
 * kinds to regions ("State of Berlin"), but people write neither.
 */
function nameForm(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[øłđħıßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/(?<!\s)\s*\([^()]*\)\s*$/, "")
    .replace(/^(?:state|province|region) of /, "")
    .replace(/[\s\u2019'-]+/g, " ")
    .trim();
}

/** The countries of the EEA, their parts with codes of their own, the United Kingdom, and Switzerland. */
const CONSENT_COUNTRIES: ReadonlySet<string> = new Set(
  [
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE",
    "IS LI NO",
    "AX GF GP MF MQ RE YT",
    "GB CH",
  ]
    .join(" ")
    .split(" "),
);

/** The browser's privacy signals: Global Privacy Control (`Sec-GPC: 1`) and Do Not Track (`DNT: 1`). */
export interface PrivacySignals {
  readonly gpc: boolean;
  readonly dnt: boolean;
}

/**
 * True if visitors from that country (two letters, or `UNKNOWN`) have to consent before any third-party pixel
 * loads.
 */
export function needsConsent(country: string, signals: PrivacySignals): boolean {
  const code = parseCountry(country);
  return signals.gpc || signals.dnt || code === undefined || CONSENT_COUNTRIES.has(code);
}
