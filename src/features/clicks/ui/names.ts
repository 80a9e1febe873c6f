import type { Analytics, BreakdownName } from "../contract.ts";

export type BreakdownRow = Analytics["breakdowns"][BreakdownName][number];

export interface ShownName {
  text: string;
  /** A flag, where the row is a place. */
  flag?: string;
  /** More of the same, dimmed behind the name: the region of a city, the country of a region. */
  detail?: string;
}

const WORDS: Partial<Record<BreakdownName, Record<string, string>>> = {
  device_type: { mobile: "Phone", tablet: "Tablet", desktop: "Computer" },
  browser: { edge: "Edge", chrome: "Chrome", firefox: "Firefox", safari: "Safari", opera: "Opera" },
  os: { windows: "Windows", macos: "macOS", linux: "Linux", android: "Android", ios: "iOS and iPadOS" },
  app: {
    tiktok: "TikTok",
    linkedin: "LinkedIn",
    whatsapp: "WhatsApp",
    wechat: "WeChat",
    line: "LINE",
    google: "Google app",
  },
};
/** What an empty key stands for. */
const BLANK: Partial<Record<BreakdownName, string>> = {
  link: "Deleted link",
  referrer: "Direct",
  app: "No app",
};
const UNKNOWN = "Unknown";
const PLACES: readonly BreakdownName[] = ["country", "region", "city"];
const COUNTRY_NAMES = new Intl.DisplayNames("en", { type: "region" });

/** How a row of a breakdown is called on the screen. */
export function nameOf(breakdown: BreakdownName, { key, label }: BreakdownRow): ShownName {
  if (PLACES.includes(breakdown)) return placeName(breakdown, key);
  if (label) return { text: label };
  if (breakdown === "link" || key === "") return { text: BLANK[breakdown] ?? UNKNOWN };
  const words = WORDS[breakdown];
  return { text: words ? (words[key] ?? capitalized(key)) : key };
}

/** Keys of places are `country|region|city` as far as they go. */
function placeName(breakdown: BreakdownName, key: string): ShownName {
  const [code = "", ...rest] = key.split("|");
  const country = countryName(code);
  const flag = flagOf(code);
  if (breakdown === "country") return { text: country, flag };
  const text = rest.at(-1) || UNKNOWN;
  const around = [...rest.slice(0, -1).filter((part) => part !== "" && part !== text), country];
  return { text, flag, detail: around.filter((part) => part !== text).join(", ") };
}

/** An English country name for an ISO code; `Unknown` for what is no code. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return UNKNOWN;
  return COUNTRY_NAMES.of(code) ?? code;
}

/** The two letters of a country as regional indicators, which are drawn as its flag. */
function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return "🌐";
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
