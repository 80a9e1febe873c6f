/** Part of the caches' names: another version begins with empty ones (spec §9). */
export const VERSION = "1.0.0";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often what is too old is thrown away (spec §9). */
export const CLEANUP_INTERVAL_MS = 5 * MINUTE_MS;

/** A network that says nothing for this long is none: until then nobody is shown a page older than it has. */
export const NETWORK_WAIT_MS = 20 * SECOND_MS;

export interface Ages {
  /** Until then a copy is answered without asking the network. */
  freshMs: number;
  /** Until then it is answered while the network is asked for the next time. */
  keptMs: number;
  /** So that the visitor's disk is not filled. */
  entriesMax: number;
}

/** The strategies of spec §9, and pages: never fresh, so that the network is always asked first. */
export const STRATEGIES = {
  pages: { freshMs: 0, keptMs: 30 * DAY_MS, entriesMax: 50 },
  "profile-data": { freshMs: 5 * MINUTE_MS, keptMs: 30 * MINUTE_MS, entriesMax: 60 },
  "static-assets": { freshMs: DAY_MS, keptMs: 7 * DAY_MS, entriesMax: 300 },
  "api-responses": { freshMs: 2 * MINUTE_MS, keptMs: 10 * MINUTE_MS, entriesMax: 30 },
} as const satisfies Record<string, Ages>;

export type Kind = keyof typeof STRATEGIES;
