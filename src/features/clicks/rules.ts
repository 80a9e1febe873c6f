import { cutChars } from "#src/lib/text.ts";

/** Events that one call may carry. */
export const CLICK_BATCH_EVENTS_MAX = 100;
/** `user_agent` and `referrer` are cut to this (spec §3). */
export const CLICK_TEXT_CHARS_MAX = 500;
export const REFERRER_HOST_CHARS_MAX = 100;
export const SESSION_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/**
 * What one network (an IPv4 address, or the first 64 bits of an IPv6 one) may do on one page before its views and clicks
 * are suspected: a school or venue of 1,500 people who all scan one code, then 1,800 people an hour for as long as it lasts.
 */
export const SUSPECT_EVENTS_AT_ONCE_MAX = 3000;
export const SUSPECT_EVENTS_PER_SECOND_MAX = 1;
/** Between two announcements from one node to all of them that profiles have new events. */
export const ANNOUNCE_EVERY_MS = 500;

/** The country of an address that no database knows (spec §3). */
export const GEO_UNKNOWN = "UNKNOWN";

/**
 * Where a visitor came from: the referrer's host without `www.`, or the package for an Android app
 * (`android-app://com.twitter.android`); empty when direct or unreadable. At most 100 characters.
 */
export function referrerHost(referrer: string | undefined): string {
  try {
    const { protocol, hostname } = new URL(referrer ?? "");
    const known = /^(?:https?|android-app|ios-app):$/.test(protocol);
    return known
      ? hostname
          .toLowerCase()
          .replace(/^www\./, "")
          .slice(0, REFERRER_HOST_CHARS_MAX)
      : "";
  } catch {
    return "";
  }
}

/** A header's text as a row keeps it: at most `max` characters, without NUL and lone surrogates, which no database takes. */
export function cut(text: string, max: number = CLICK_TEXT_CHARS_MAX): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this removes
  return cutChars(text.slice(0, max * 2).replace(/[\u0000\p{Surrogate}]/gu, ""), max);
}
