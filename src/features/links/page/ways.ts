/* Where a click on a link leads. Apart from `rules.ts`, so that no dashboard screen loads the check of URLs first. */
import { type GeoPlace, isBlocked, readGeoRestrictions } from "#src/features/geo/rules.ts";
import { checkUrl } from "#src/lib/url.ts";

/** What kind of link this is, and where it may lead: columns of `links` (spec §3). */
export interface LinkWays {
  id: string;
  url: string;
  is_ab_test: boolean;
  link_a: string | null;
  link_b: string | null;
  ab_split_ratio: number | null;
  geo_restrictions: unknown;
  geo_blocked_fallback_url: string | null;
}

export type Variant = "a" | "b";

/** Where a visitor's click leads: to an address, to another one instead, or nowhere. */
export interface LinkWay {
  blocked: boolean;
  message: string | null;
  /** Null where there is nothing to open. */
  redirectUrl: string | null;
  /** Which address of an A/B test it is; null where there is none, and for who is kept out. */
  variant: Variant | null;
}

/** The sentence for who is kept out by a place (spec §8). */
export const GEO_BLOCKED_MESSAGE = "This link is not available in your region.";
/** The same where there is an address for them. */
export const GEO_REDIRECTED_MESSAGE = `${GEO_BLOCKED_MESSAGE} Redirecting to alternative content.`;

/** A's share of the visitors: from 0 to 1, and a half where what is stored is no number. */
export function splitRatio(stored: number | null): number {
  return stored !== null && Number.isFinite(stored) ? Math.min(1, Math.max(0, stored)) : 0.5;
}

/** The variant that falls to a roll from 0 to 1 (exclusive); `ratio` is A's share (spec §3). */
export function pickVariant(ratio: number, roll: number): Variant {
  return roll < ratio ? "a" : "b";
}

/** A number from 0 to 1 (exclusive), always the same for a visitor and a link, spread evenly over all of them. */
export function rollOf(visitor: string, linkId: string): number {
  let hash = 0x811c9dc5;
  // FNV-1a over the text, then the last steps of MurmurHash3, without which similar texts get similar numbers.
  for (const char of `${visitor}\n${linkId.toLowerCase()}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Whether a link's address depends on who asks, or on what they answer: then no page and no list holds it (spec §4). */
export function isGated(
  link: Pick<LinkWays, "is_ab_test" | "geo_restrictions"> & { show_adult_warning: boolean },
): boolean {
  return link.show_adult_warning || link.is_ab_test || readGeoRestrictions(link.geo_restrictions) !== null;
}

/** Whether an A/B test lacks an address that can be opened: such a link leads nowhere, and its card says so (spec §2). */
export function isBrokenTest(link: Pick<LinkWays, "is_ab_test" | "link_a" | "link_b">): boolean {
  return link.is_ab_test && (openable(link.link_a) === null || openable(link.link_b) === null);
}

/** Who clicks, as far as a link's way depends on it. */
export interface LinkVisitor {
  /** Null when it could not be found out. */
  place: GeoPlace | null;
  /** The day's hash of address and browser (`clicks/visitors.ts`), the same in every tab and without script. */
  name: string;
}

/**
 * Where a visitor's click leads, in the order of spec §4: the variant of an A/B test, which sticks to the visitor, then the
 * check of the place. A place that could not be found out blocks nobody (spec §8). The answer never holds a URL that this
 * visitor may not open.
 */
export function wayOf(link: LinkWays, visitor: LinkVisitor): LinkWay {
  const restrictions = readGeoRestrictions(link.geo_restrictions);
  if (restrictions && visitor.place && isBlocked(restrictions, visitor.place)) {
    const redirectUrl = openable(link.geo_blocked_fallback_url);
    const message = redirectUrl === null ? GEO_BLOCKED_MESSAGE : GEO_REDIRECTED_MESSAGE;
    return { blocked: true, message, redirectUrl, variant: null };
  }
  const open = { blocked: false, message: null };
  if (!link.is_ab_test) return { ...open, redirectUrl: openable(link.url), variant: null };
  if (isBrokenTest(link)) return { ...open, redirectUrl: null, variant: null };
  const variant = pickVariant(splitRatio(link.ab_split_ratio), rollOf(visitor.name, link.id));
  return { ...open, redirectUrl: openable(variant === "a" ? link.link_a : link.link_b), variant };
}

/** Rows come from a database that people import into: an address is believed only after the gate of §5. */
function openable(url: string | null): string | null {
  const checked = checkUrl(url ?? "");
  return checked.ok ? checked.url : null;
}
