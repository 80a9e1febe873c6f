import { type GeoPlace, isBlocked, readGeoRestrictions } from "#src/features/geo/rules.ts";
import { cleanText } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";

export const TITLE_CHARS_MAX = 200;
export const DESCRIPTION_CHARS_MAX = 500;

/** What editors write into `icon` where nobody has chosen one (spec §2). */
const PLACEHOLDER_ICONS: ReadonlySet<string> = new Set(["instagram", "link"]);

/** The sentence for a profile that is full; `limit` is what the account may really have. */
export function linkLimitMessage(limit: number): string {
  return `Link limit reached. You can have up to ${limit} ${limit === 1 ? "link" : "links"} on this profile.`;
}

/** Whether a link card shows its icon: switched on, not empty, and not the placeholder (spec §2). */
export function showsIcon(link: { show_icon: boolean | null; icon: string | null }): boolean {
  const icon = link.icon?.trim().toLowerCase() ?? "";
  return link.show_icon === true && icon !== "" && !PLACEHOLDER_ICONS.has(icon);
}

const EMOJI_CHARS_MAX = 32;
const ICON_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/i;
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** True for an emoji, or for the name of a drawing (one that is not known shows a globe, as in spec §9). */
export function isEmojiOrName(icon: string): boolean {
  if (ICON_NAME.test(icon)) return true;
  if (icon.length > EMOJI_CHARS_MAX || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(icon))
    return false;
  return [...segmenter.segment(icon)].length === 1;
}

const COPY_MARK = " (copy)";

/** The title of a link's copy, within the length that titles may have. */
export function copyTitle(title: string): string {
  return cleanText(title, TITLE_CHARS_MAX - COPY_MARK.length) + COPY_MARK;
}

/** `ids` with `id` at `position`, or at the end when there are not that many. */
export function insertAt(ids: readonly string[], id: string, position: number): string[] {
  const at = Math.max(0, position);
  return [...ids.slice(0, at), id, ...ids.slice(at)];
}

/** True when both hold the same ids, each once, in whatever order. */
export function areSameIds(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return a.length === b.length && set.size === a.length && b.every((id) => set.delete(id));
}

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
