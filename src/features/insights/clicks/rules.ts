import { cutChars } from "#src/lib/text.ts";

export const CLICK_BATCH_EVENTS_MAX = 100;
/** `user_agent` and `referrer` are cut to this (spec §3). */
export const CLICK_TEXT_CHARS_MAX = 500;
export const REFERRER_HOST_CHARS_MAX = 100;
export const SESSION_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** A burst, and the number of events per second after that. */
export interface Rate {
  atOnce: number;
  perSecond: number;
}

/**
 * The limits beyond which only counts are stored (`token-bucket.ts`). A network is an IPv4 address or an IPv6
 * /64.
 */
export interface Rates {
  networkOnPage: Rate;
  network: Rate;
  /** An IPv4 /24 or an IPv6 /48. */
  widerNetwork: Rate;
  page: Rate;
  instance: Rate;
}

/**
 * Sized for a school or venue of 1,500 people behind one address who all scan one code, then 1,800 people an
 * hour for as long as it lasts. The instance stores 4 million events a day one by one, about 1 GB with their
 * indexes.
 */
export const PEOPLE_RATES: Rates = {
  networkOnPage: { atOnce: 3000, perSecond: 1 },
  network: { atOnce: 5000, perSecond: 2 },
  widerNetwork: { atOnce: 20_000, perSecond: 5 },
  page: { atOnce: 50_000, perSecond: 20 },
  instance: { atOnce: 300_000, perSecond: 50 },
};
/** For search engines and link previews, which come often but do little. */
export const BOT_RATES: Rates = {
  networkOnPage: { atOnce: 300, perSecond: 0.1 },
  network: { atOnce: 1000, perSecond: 1 },
  widerNetwork: { atOnce: 5000, perSecond: 2 },
  page: { atOnce: 5000, perSecond: 1 },
  instance: { atOnce: 20_000, perSecond: 10 },
};
export const SUSPECT_EVENTS_AT_ONCE_MAX = PEOPLE_RATES.networkOnPage.atOnce;
/** The minimum time between two announcements from one node that profiles have new events. */
export const ANNOUNCE_EVERY_MS = 500;

/** The country of an address that no database knows (spec §3). */
export const GEO_UNKNOWN = "UNKNOWN";

/**
 * Returns the visitor's origin: the referrer's host without `www.`, or an app's name
 * (`android-app://com.twitter.android`); empty when direct or unreadable. At most 100 characters.
 */
export function referrerHost(referrer: string | undefined): string {
  try {
    const { protocol, hostname } = new URL(referrer ?? "");
    if (!/^(?:https?|android-app|ios-app):$/.test(protocol)) return "";
    const name = hostname.toLowerCase().replace(/(?<!\.)\.+$/, "");
    return name.replace(/^www\.(?=.+\.)/, "").slice(0, REFERRER_HOST_CHARS_MAX);
  } catch {
    return "";
  }
}

const UTM_NAMES = ["source", "medium", "campaign", "term", "content"] as const;
const UTM_CHARS_MAX = 100;

/**
 * Joins the `utm_` parameters of a page's URL into one text, `source|medium|campaign|term|content`; empty if
 * it has none. `query` comes with or without its `?`.
 */
export function utmKey(query: string | null | undefined): string {
  if (!query || !/utm_/i.test(query)) return "";
  const given = new URLSearchParams(
    query.replaceAll("amp;", "").replace(/(?<![^?&])utm_[a-z]{1,20}(?==)/gi, (name) => name.toLowerCase()),
  );
  const values = UTM_NAMES.map((name) =>
    cut((given.get(`utm_${name}`) ?? "").replace(/[|\p{Cc}\s]+/gu, " ").trim(), UTM_CHARS_MAX),
  );
  return values.every((value) => value === "") ? "" : values.join("|");
}

/**
 * Truncates a header's text for a row: at most `max` characters, without NUL and lone surrogates, which no
 * database accepts.
 */
export function cut(text: string, max: number = CLICK_TEXT_CHARS_MAX): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this removes
  return cutChars(text.slice(0, max * 2).replace(/[\u0000\p{Surrogate}]/gu, ""), max);
}
