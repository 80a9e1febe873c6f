import { GEO_LISTS, type GeoRestrictions, parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import type { Link } from "#src/features/pages/links/contract.ts";

/** The options in a link's form. An option that's off keeps its input. */
export interface LinkOptionValues {
  show_adult_warning: boolean;
  is_ab_test: boolean;
  link_a: string;
  link_b: string;
  ab_split_ratio: number;
  /** Set if location rules are on. Otherwise nobody is blocked. */
  is_limited: boolean;
  geo_restrictions: GeoRestrictions;
  geo_blocked_fallback_url: string;
}

const EVERYWHERE: GeoRestrictions = {
  allowed_countries: [],
  blocked_countries: [],
  allowed_regions: [],
  blocked_regions: [],
  allowed_cities: [],
  blocked_cities: [],
  on_unknown: "allow",
};

export function optionsOf(link: Link | undefined): LinkOptionValues {
  const restrictions = parseGeoRestrictions(link?.geo_restrictions);
  return {
    show_adult_warning: link?.show_adult_warning ?? false,
    is_ab_test: link?.is_ab_test ?? false,
    link_a: link?.link_a ?? "",
    link_b: link?.link_b ?? "",
    ab_split_ratio: link?.ab_split_ratio ?? 0.5,
    is_limited: restrictions !== null,
    geo_restrictions: restrictions ?? EVERYWHERE,
    geo_blocked_fallback_url: link?.geo_blocked_fallback_url ?? "",
  };
}

/** Returns the field of an invalid location list. */
export function locationListField(list: unknown): string {
  return `geo_restrictions.${GEO_LISTS.find((name) => name === list) ?? "allowed_countries"}`;
}

/** Formats both shares of an A/B test in whole percent. */
export function formatSplit(ratio: number): string {
  const a = Math.round(ratio * 100);
  return `A ${a}% · B ${100 - a}%`;
}
