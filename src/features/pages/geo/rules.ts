/**
 * The visitors who may open a link (`links.geo_restrictions`, spec §3). Countries as ISO codes, regions and
 * cities by name.
 */
export interface GeoRestrictions {
  allowed_countries: string[];
  blocked_countries: string[];
  allowed_regions: string[];
  blocked_regions: string[];
  allowed_cities: string[];
  blocked_cities: string[];
  /** The rule for visitors from an unknown country; allowed by default (spec §4). */
  on_unknown: "allow" | "block";
}

export const GEO_LISTS = [
  "allowed_countries",
  "blocked_countries",
  "allowed_regions",
  "blocked_regions",
  "allowed_cities",
  "blocked_cities",
] as const;

export const LIST_ENTRIES_MAX = 300;
/** The longest name of a region or city. */
export const PLACE_CHARS_MAX = 100;

/** Parses `geo_restrictions`, an object or its JSON. Null if nobody is blocked. */
export function parseGeoRestrictions(value: unknown): GeoRestrictions | null {
  const read = typeof value === "string" ? fromJson(value) : value;
  if (typeof read !== "object" || read === null) return null;
  const stored = read as Record<string, unknown>;
  const restrictions = {
    ...Object.fromEntries(GEO_LISTS.map((name) => [name, names(stored[name])])),
    on_unknown: stored.on_unknown === "block" ? "block" : "allow",
  } as GeoRestrictions;
  const isEmpty = GEO_LISTS.every((name) => restrictions[name].length === 0);
  return isEmpty && restrictions.on_unknown === "allow" ? null : restrictions;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((entry): entry is string => typeof entry === "string");
  const kept = texts.map((text) => text.trim().slice(0, PLACE_CHARS_MAX)).filter((text) => text !== "");
  return [...new Set(kept)].slice(0, LIST_ENTRIES_MAX);
}
