import type { GeoPlace } from "#src/features/pages/geo/page/place.ts";

/** The visitor's location in words: the city, else the region or country. Empty if unknown, never a guess. */
export function locationText(place: GeoPlace | null | undefined): string {
  if (place?.city || place?.region) return place.city || place.region || "";
  const country = place?.country ?? "";
  if (!/^[A-Z]{2}$/.test(country)) return "";
  try {
    return withArticle(new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(country) ?? "");
  } catch {
    return "";
  }
}

const TAKE_ARTICLE =
  /^(United|Philippines|Bahamas|Gambia|Maldives|Comoros|Seychelles|Isle )|Islands|Republic|Territor|Netherlands/;

/** Some countries’ names need an article within a sentence: “from the United States”. */
function withArticle(name: string): string {
  return TAKE_ARTICLE.test(name) ? `the ${name}` : name;
}

/** What a page that mentions its visitors' place says, in words that can't be mistaken for the owner's. */
export function visitingFrom(place: GeoPlace | null | undefined): string {
  const text = locationText(place);
  return text === "" ? "" : `Visiting from ${text}`;
}
