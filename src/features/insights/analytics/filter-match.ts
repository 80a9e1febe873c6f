import { KIND, KINDS_MAX } from "#src/features/insights/clicks/packed-events.ts";
import type { PackedWords } from "#src/features/insights/clicks/tables.ts";
import { siteOf } from "#src/lib/referrers.ts";
import { type Filter, type FilterDimension, isAboutClicks } from "./filter-rules.ts";

/** Whether each code of a column passes: 1 or 0. */
type Passing = Uint8Array;

/** What passes of a part's columns. A column without filters lets everything through. */
export interface Matches {
  /** By kind: bots, suspected events, and variants. */
  kinds: Passing;
  places: Passing | undefined;
  clients: Passing | undefined;
  sources: Passing | undefined;
  utms: Passing | undefined;
  /** Only for clicks. */
  links: Passing | undefined;
}

interface Wanted {
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
}

/** The names that a word's row may have in a breakdown, from the word's parts. */
type NamesOf = (parts: readonly string[]) => readonly string[];

const part =
  (index: number): NamesOf =>
  (parts) => [parts[index] ?? ""];
const folded =
  (index: number): NamesOf =>
  (parts) => [(parts[index] ?? "").toLowerCase()];

const region: NamesOf = ([country = "", name = ""]) => [name === "" ? "" : `${name}, ${country}`];
/** A city that's twice in its country has its region in its name, but not everywhere. */
const city: NamesOf = ([country = "", area = "", name = ""]) =>
  name === "" ? [""] : [`${name}, ${country}`, `${name}, ${area}, ${country}`];

const NAMES: Readonly<Record<Exclude<FilterDimension, "variant">, [keyof PackedWords, NamesOf]>> = {
  link: ["links", part(0)],
  country: ["places", part(0)],
  region: ["places", region],
  city: ["places", city],
  device_type: ["clients", part(0)],
  browser: ["clients", part(1)],
  os: ["clients", part(2)],
  app: ["clients", part(3)],
  referrer: ["sources", ([host = ""]) => [siteOf(host).key]],
  utm_source: ["utms", folded(0)],
  utm_medium: ["utms", folded(1)],
  utm_campaign: ["utms", folded(2)],
  utm_term: ["utms", folded(3)],
  utm_content: ["utms", folded(4)],
};

type Column = "places" | "clients" | "sources" | "utms" | "links";

/** Decides for each word once, instead of for each event. */
export function matchesOf(words: PackedWords, wanted: Wanted): Matches {
  const passing = (column: Column): Passing | undefined => {
    const about = wanted.filters.filter(
      ({ dimension }) => dimension !== "variant" && NAMES[dimension][0] === column,
    );
    if (about.length === 0) return undefined;
    return Uint8Array.from(words[column], (word) =>
      about.every((filter) => doesPass(word, filter)) ? 1 : 0,
    );
  };
  return {
    kinds: passingKinds(wanted),
    places: passing("places"),
    clients: passing("clients"),
    sources: passing("sources"),
    utms: passing("utms"),
    links: passing("links"),
  };
}

function doesPass(word: string, { dimension, isNot, values }: Filter): boolean {
  if (dimension === "variant") return true;
  const [column, namesOf] = NAMES[dimension];
  // A host or an ID is a word as a whole.
  const names = namesOf(column === "sources" || column === "links" ? [word] : word.split("|"));
  const wanted = column === "utms" ? values.map((value) => value.toLowerCase()) : values;
  return names.some((name) => wanted.includes(name)) !== isNot;
}

function passingKinds({ filters, bots, suspected }: Wanted): Passing {
  const variants = filters.filter(({ dimension }) => dimension === "variant");
  return Uint8Array.from({ length: KINDS_MAX }, (_, kind) => {
    if ((kind & KIND.bot && !bots) || (kind & KIND.suspected && !suspected)) return 0;
    if (!(kind & KIND.click)) return 1;
    const variant = kind & KIND.a ? "a" : kind & KIND.b ? "b" : "";
    return variants.every(({ isNot, values }) => values.includes(variant) !== isNot) ? 1 : 0;
  });
}

/** An event's words (`PackedWords`). */
export interface EventFacts extends Record<Exclude<Column, "links">, string> {
  /** Undefined for views. */
  links: string | undefined;
  variant: string;
  isBot: boolean;
  isSuspected: boolean;
}

/** Decides for a single event. */
export function doesEventPass(facts: EventFacts, { filters, bots, suspected }: Wanted): boolean {
  if ((facts.isBot && !bots) || (facts.isSuspected && !suspected)) return false;
  return filters.every((filter) => {
    if (facts.links === undefined && isAboutClicks(filter)) return true;
    if (filter.dimension === "variant") return filter.values.includes(facts.variant) !== filter.isNot;
    return doesPass(facts[NAMES[filter.dimension][0] as Column] ?? "", filter);
  });
}
