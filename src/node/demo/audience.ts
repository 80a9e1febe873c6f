import type { CityName } from "./cities.ts";
import type { SourceName } from "./sources.ts";

/** Weights of the hours of a day, 0 to 23, in the visitor's time zone. */
type Hours = readonly number[];

export const EVENINGS: Hours = [
  5, 3, 2, 1, 1, 1, 2, 4, 6, 6, 6, 7, 9, 8, 7, 8, 9, 11, 13, 15, 18, 19, 16, 10,
];
export const LUNCH_AND_SOFA: Hours = [
  2, 1, 1, 1, 1, 1, 2, 4, 7, 9, 10, 12, 15, 13, 10, 9, 9, 10, 11, 14, 17, 16, 11, 5,
];
export const BEFORE_AND_AFTER_WORK: Hours = [
  1, 1, 1, 1, 2, 7, 14, 16, 12, 8, 6, 7, 10, 8, 6, 6, 8, 13, 15, 13, 11, 9, 6, 3,
];

/** A day with an event: a multiple of the usual visitors, their origin, and the link. */
interface Spike {
  daysAgo: number;
  times: number;
  source: SourceName;
  link: number;
}

export interface Audience {
  /** Views on an ordinary day 90 days ago, and today. */
  viewsPerDay: readonly [then: number, now: number];
  /** Weights of the days of the week, Sunday first. */
  week: readonly number[];
  hours: Hours;
  /** The share of views that end in a click, from 0 to 1. */
  clicks: number;
  cities: Partial<Record<CityName, number>>;
  sources: Partial<Record<SourceName, number>>;
  spikes: readonly Spike[];
}

export const MUSIC_FANS: Audience = {
  viewsPerDay: [205, 455],
  week: [1.08, 0.84, 0.88, 0.93, 1.02, 1.3, 1.12],
  hours: EVENINGS,
  clicks: 0.5,
  cities: {
    oslo: 14,
    stockholm: 8,
    copenhagen: 6,
    berlin: 12,
    hamburg: 5,
    amsterdam: 5,
    london: 14,
    manchester: 4,
    dublin: 3,
    paris: 5,
    newYork: 8,
    losAngeles: 7,
    chicago: 3,
    seattle: 3,
    toronto: 4,
    mexicoCity: 4,
    saoPaulo: 6,
    sydney: 3,
    melbourne: 2,
    osaka: 2,
  },
  sources: {
    instagram: 32,
    tiktok: 24,
    direct: 14,
    youtube: 9,
    spotify: 6,
    instagramWeb: 3,
    google: 5,
    threads: 2.5,
    x: 2,
    facebook: 2,
    reddit: 1.5,
    snapchat: 1.5,
    newsletter: 1,
  },
  spikes: [
    { daysAgo: 68, times: 1.8, source: "youtube", link: 1 },
    { daysAgo: 33, times: 3.4, source: "tiktok", link: 0 },
    { daysAgo: 9, times: 2.3, source: "instagram", link: 2 },
  ],
};

export const SHOP_CUSTOMERS: Audience = {
  viewsPerDay: [145, 285],
  week: [1.2, 0.92, 0.88, 0.9, 0.95, 1.05, 1.1],
  hours: LUNCH_AND_SOFA,
  clicks: 0.46,
  cities: {
    leipzig: 20,
    berlin: 18,
    hamburg: 9,
    munich: 9,
    vienna: 9,
    zurich: 6,
    amsterdam: 4,
    copenhagen: 3,
    paris: 4,
    milan: 3,
    madrid: 2,
    warsaw: 3,
    london: 5,
    newYork: 3,
    losAngeles: 2,
  },
  sources: {
    instagram: 34,
    pinterest: 18,
    direct: 15,
    google: 13,
    newsletter: 7,
    facebook: 5,
    instagramWeb: 3,
    tiktok: 3,
    bing: 1,
    threads: 1,
  },
  spikes: [
    { daysAgo: 54, times: 2.1, source: "pinterest", link: 0 },
    { daysAgo: 19, times: 2.6, source: "newsletter", link: 1 },
  ],
};

export const RUNNERS: Audience = {
  viewsPerDay: [80, 228],
  week: [1.25, 1.15, 0.98, 0.95, 0.9, 0.82, 0.95],
  hours: BEFORE_AND_AFTER_WORK,
  clicks: 0.42,
  cities: {
    lisbon: 16,
    madrid: 9,
    london: 12,
    manchester: 4,
    dublin: 7,
    berlin: 5,
    newYork: 9,
    chicago: 5,
    austin: 6,
    toronto: 5,
    montreal: 3,
    saoPaulo: 9,
    sydney: 3,
    mumbai: 5,
    lagos: 5,
  },
  sources: {
    instagram: 22,
    youtube: 18,
    direct: 14,
    google: 12,
    linkedin: 11,
    strava: 9,
    facebook: 5,
    newsletter: 5,
    x: 3,
    reddit: 2,
  },
  spikes: [
    { daysAgo: 41, times: 2.4, source: "youtube", link: 1 },
    { daysAgo: 13, times: 2.9, source: "linkedin", link: 0 },
  ],
};
