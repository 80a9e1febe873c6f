import { shortHash } from "#src/lib/hash.ts";
import { cutChars, isBlank } from "#src/lib/text.ts";
import type { PageView } from "./page-view.ts";

/** Search results and previews show about this many characters of a description. */
const DESCRIPTION_CHARS_MAX = 160;

/** Returns the name on the page; the username stands in for an invisible one. */
export function visibleName(view: Pick<PageView, "name" | "username">): string {
  return isBlank(view.name) ? view.username : view.name.trim();
}

/**
 * Identifies a promotion that runs once for each visitor, as long as it stays the same; undefined for other
 * kinds.
 */
export function promotionId({ profile_id, promotion }: Pick<PageView, "profile_id" | "promotion">) {
  if (promotion?.deadline !== "visitor") return undefined;
  return shortHash(JSON.stringify([profile_id, promotion.text, promotion.minutes]));
}

/** Returns one line about the page for search results and previews: the bio, or else a sentence of ours. */
export function pageDescription(view: Pick<PageView, "name" | "username" | "bio">): string {
  const bio = view.bio.replace(/\s+/g, " ").trim();
  if (isBlank(bio)) return `All of ${visibleName(view)}’s links in one place.`;
  if (bio.length <= DESCRIPTION_CHARS_MAX) return bio;
  const cut = cutChars(bio, DESCRIPTION_CHARS_MAX - 1);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > DESCRIPTION_CHARS_MAX / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
