/*
 * When a page has far more or fewer visits than usual. What's usual are the same hours of the same weekday in the
 * weeks before, and those next to them, so nights and weekends are compared with nights and weekends. The median and
 * the median absolute deviation (Hampel, “The influence curve and its role in robust estimation”, 1974) keep one
 * earlier spike from hiding the next. Small pages vary by chance alone, so both have a minimum.
 */

import { countryName } from "#src/lib/country-name.ts";

export const ALERT_KINDS = ["spike", "drop"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const CAUSE_KINDS = ["source", "country", "app", "page_off", "link_hidden", "unknown"] as const;

/** What most of the difference came from. `name` is a site, an app, or a country’s code. */
export interface AlertCause {
  kind: (typeof CAUSE_KINDS)[number];
  name: string;
  /** Its part of the difference, 0 to 1. */
  share: number;
}

export const WEEKS_COMPARED = 4;
/** A page that’s younger than this has nothing usual yet. */
export const WEEKS_NEEDED = 2;
/** Hours before and after the same one in the weeks before. */
export const NEIGHBOR_HOURS = [-1, 0, 1];

/** Spikes are told after an hour. Drops take longer, because nothing is less telling than something. */
export const SPIKE_HOURS = 1;
export const DROP_HOURS = 6;

export const SPIKE_VIEWS_MIN = 50;
export const DROP_USUAL_MIN = 60;
const SPIKE_TIMES = 3;
const DROP_SHARE = 0.3;
/** Distances in spreads. Traffic comes in waves, so they’re well beyond what chance does. */
const SPIKE_SPREADS = 6;
const DROP_SPREADS = 4;
/** Turns the median absolute deviation into a standard deviation. */
const MAD_TO_DEVIATION = 1.4826;

export const COOL_DOWN_HOURS = 24;
export const ALERTS_LISTED_MAX = 50;
/** A key has to make up so much of a difference to be named. */
export const CAUSE_SHARE_MIN = 0.5;

export function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** At least what chance alone does (Poisson). */
export function spreadAround(median: number, counts: readonly number[]): number {
  const deviation = medianOf(counts.map((count) => Math.abs(count - median))) * MAD_TO_DEVIATION;
  return Math.max(deviation, Math.sqrt(Math.max(median, 1)));
}

/** Returns what's usual, if the count is far more than that. `samples` are counts of as many hours each. */
export function findSpike(count: number, samples: readonly number[]): number | undefined {
  const usual = medianOf(samples);
  const isFar = (count - usual) / spreadAround(usual, samples) > SPIKE_SPREADS;
  // A newsletter every Monday is no news.
  const isNew = count > Math.max(0, ...samples);
  return count >= SPIKE_VIEWS_MIN && count >= usual * SPIKE_TIMES && isFar && isNew ? usual : undefined;
}

/** Returns what's usual, if the count is far less than that. */
export function findDrop(count: number, samples: readonly number[]): number | undefined {
  const usual = medianOf(samples);
  const isFar = (usual - count) / spreadAround(usual, samples) > DROP_SPREADS;
  const isNew = count < Math.min(...samples);
  return usual >= DROP_USUAL_MIN && count <= usual * DROP_SHARE && isFar && isNew ? usual : undefined;
}

export interface CauseKey {
  kind: "source" | "country" | "app";
  name: string;
  now: number;
  /** What’s usual in as many hours. */
  usual: number;
}

/** The order in which kinds are named if they explain as much. */
const TELLING = ["source", "app", "country"];

/** Returns the one that makes up most of the difference, if it’s at least half of it. */
export function likelyCause(kind: AlertKind, keys: readonly CauseKey[], difference: number): AlertCause {
  const sign = kind === "spike" ? 1 : -1;
  const shares = keys
    .filter(({ name }) => name !== "")
    .map((key) => ({
      key,
      share: Math.min(1, (sign * (key.now - key.usual)) / Math.max(1, Math.abs(difference))),
    }))
    .filter(({ share }) => share >= CAUSE_SHARE_MIN)
    .sort((a, b) => TELLING.indexOf(a.key.kind) - TELLING.indexOf(b.key.kind) || b.share - a.share);
  const [first] = shares;
  return first
    ? { kind: first.key.kind, name: first.key.name, share: first.share }
    : { kind: "unknown", name: "", share: 0 };
}

/** Returns a cause for people, as an event has it: `source Instagram`, `country DE`. Empty if none is named. */
export function causeName(cause: unknown, locale: string): string {
  const [kind = "", ...words] = typeof cause === "string" ? cause.split(" ") : [];
  const name = words.join(" ");
  if (kind === "app") return name.charAt(0).toUpperCase() + name.slice(1);
  if (kind !== "country") return kind === "source" ? name : "";
  if (!/^[A-Z]{2}$/.test(name)) return "";
  return countryName(name, locale);
}
