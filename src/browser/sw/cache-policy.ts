/** Part of the caches' names, so that a new version starts with empty ones (spec §9). */
export const VERSION = "1.0.0";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The interval for deleting outdated copies (spec §9). */
export const CLEANUP_INTERVAL_MS = 5 * MINUTE_MS;

/**
 * A network that's silent for this long counts as down. Until then nobody sees a page older than the
 * network's.
 */
export const NETWORK_WAIT_MS = 20 * SECOND_MS;

export interface CachePolicy {
  /** Up to this age, a copy is used without a request. */
  freshMs: number;
  /** Up to this age, a copy is used while a request refreshes it for the next time. */
  keptMs: number;
  /** Keeps the visitor's disk from filling up. */
  entriesMax: number;
}

/** The strategies of spec §9, plus pages, which are never fresh, so that the network always comes first. */
export const STRATEGIES = {
  pages: { freshMs: 0, keptMs: 30 * DAY_MS, entriesMax: 50 },
  "profile-data": { freshMs: 5 * MINUTE_MS, keptMs: 30 * MINUTE_MS, entriesMax: 60 },
  "static-assets": { freshMs: DAY_MS, keptMs: 7 * DAY_MS, entriesMax: 300 },
  "api-responses": { freshMs: 2 * MINUTE_MS, keptMs: 10 * MINUTE_MS, entriesMax: 30 },
} as const satisfies Record<string, CachePolicy>;

export type Kind = keyof typeof STRATEGIES;
