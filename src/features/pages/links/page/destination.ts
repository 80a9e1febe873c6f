/*
 * Resolves clicks on links. Separate from `rules.ts`, so that no dashboard screen loads the URL check first.
 */
import { type GeoPlace, isBlocked } from "#src/features/pages/geo/page/place.ts";
import { parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import { checkUrl } from "#src/lib/url.ts";
import { accessOf, type LinkAccess, type WithAccess } from "./access.ts";

/** A link's type and possible targets: columns of `links` (spec §3). */
export interface DestinationRules {
  id: string;
  url: string;
  is_ab_test: boolean;
  link_a: string | null;
  link_b: string | null;
  ab_split_ratio: number | null;
  geo_restrictions: unknown;
  geo_blocked_fallback_url: string | null;
  /** Absent or null for most. */
  access?: LinkAccess | null;
}

export type Variant = "a" | "b";

/** The target of a visitor's click: the link's URL, another one instead, or nothing. */
export interface LinkDestination {
  blocked: boolean;
  message: string | null;
  /** Null if there's nothing to open. */
  redirectUrl: string | null;
  /** The variant of an A/B test. Null without a test and for blocked visitors. */
  variant: Variant | null;
}

/** The message for visitors blocked by location (spec §8). */
export const GEO_BLOCKED_MESSAGE = "This link is not available in your region.";
/** The message if there's a backup URL. */
export const GEO_REDIRECTED_MESSAGE = `${GEO_BLOCKED_MESSAGE} Redirecting to alternative content.`;

/** Returns A's share of the visitors, from 0 to 1. One half if the stored value isn't a number. */
export function splitRatio(stored: number | null): number {
  return stored !== null && Number.isFinite(stored) ? Math.min(1, Math.max(0, stored)) : 0.5;
}

/** Returns the variant for a roll from 0 to 1 (exclusive). `ratio` is A's share (spec §3). */
export function pickVariant(ratio: number, roll: number): Variant {
  return roll < ratio ? "a" : "b";
}

/**
 * Returns a number from 0 to 1 (exclusive) that's always the same for a visitor and a link, and evenly
 * distributed.
 */
export function rollOf(visitor: string, linkId: string): number {
  let hash = 0x811c9dc5;
  // FNV-1a over the text, then the final steps of MurmurHash3, without which similar texts get similar
  // numbers.
  for (const char of `${visitor}\n${linkId.toLowerCase()}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * True if a link's URL depends on the visitor or on their answer. If so, no page and no list contains it
 * (spec §4).
 */
export function isGated(
  link: Pick<DestinationRules, "is_ab_test" | "geo_restrictions"> & {
    show_adult_warning: boolean;
  } & WithAccess,
): boolean {
  return (
    link.show_adult_warning ||
    link.is_ab_test ||
    accessOf(link) !== null ||
    parseGeoRestrictions(link.geo_restrictions) !== null
  );
}

/** True if an A/B test lacks a usable URL. Such a link leads nowhere, and its card says so (spec §2). */
export function isBrokenTest(link: Pick<DestinationRules, "is_ab_test" | "link_a" | "link_b">): boolean {
  return link.is_ab_test && (openable(link.link_a) === null || openable(link.link_b) === null);
}

/** The facts about a visitor that decide a link's target. */
export interface DestinationVisitor {
  /** Null if it couldn't be determined. */
  place: GeoPlace | null;
  /**
   * The day's hash of IP address and browser (`clicks/visitor-hash.ts`), the same in every tab and without
   * JavaScript.
   */
  name: string;
}

/**
 * Resolves a visitor's click in the order of spec §4: first the A/B test's variant, which sticks to the
 * visitor, then the location check. An unknown location blocks nobody (spec §8). The result never contains a
 * URL that this visitor may not open.
 */
export function resolveDestination(link: DestinationRules, visitor: DestinationVisitor): LinkDestination {
  const restrictions = parseGeoRestrictions(link.geo_restrictions);
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

/** Rows may have been imported, so a URL is trusted only after the gate of §5. */
function openable(url: string | null): string | null {
  const checked = checkUrl(url ?? "");
  return checked.ok ? checked.url : null;
}
