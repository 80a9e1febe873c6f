/* A link's options as stored: adult warning, A/B test, and location rules (spec §3, §5). */
import type * as z from "zod";
import {
  GEO_LISTS,
  type GeoRestrictions,
  PLACE_CHARS_MAX,
  parseGeoRestrictions,
} from "#src/features/pages/geo/rules.ts";
import { parseCountry } from "#src/lib/countries.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { LINK_ERRORS, type linkFieldsSchema } from "./contract.ts";
import { parseUrl } from "./fields.ts";
import type { LinkRow } from "./store.ts";

type Options = Pick<
  LinkRow,
  | "show_adult_warning"
  | "is_ab_test"
  | "link_a"
  | "link_b"
  | "ab_split_ratio"
  | "geo_restrictions"
  | "geo_blocked_fallback_url"
>;
type OptionsInput = Partial<z.output<typeof linkFieldsSchema>>;
type GeoInput = NonNullable<OptionsInput["geo_restrictions"]>;

/** Converts the changed options to their stored form. Absent options stay absent. */
export function parseOptions(input: OptionsInput): Partial<Options> {
  const options: Partial<Options> = {};
  if (input.show_adult_warning !== undefined) options.show_adult_warning = input.show_adult_warning;
  if (input.is_ab_test !== undefined) options.is_ab_test = input.is_ab_test;
  for (const field of ["link_a", "link_b", "geo_blocked_fallback_url"] as const) {
    const typed = input[field];
    if (typed !== undefined) options[field] = isBlank(typed ?? "") ? null : parseUrl(typed ?? "", field);
  }
  if (input.ab_split_ratio !== undefined) options.ab_split_ratio = parseRatio(input.ab_split_ratio);
  if (input.geo_restrictions !== undefined) options.geo_restrictions = parsePlaces(input.geo_restrictions);
  return options;
}

/**
 * Rejects an A/B test that lacks one of its URLs (spec §5). A test that was already stored broken doesn't
 * block other changes.
 */
export function requireCompleteTest(link: Partial<Options>, changes: Partial<Options> = link): void {
  const isTouched = "is_ab_test" in changes || "link_a" in changes || "link_b" in changes;
  if (!isTouched || !link.is_ab_test) return;
  if (!link.link_a) throw failure(LINK_ERRORS, "VARIANT_A_REQUIRED");
  if (!link.link_b) throw failure(LINK_ERRORS, "VARIANT_B_REQUIRED");
}

function parseRatio(ratio: number): number {
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw failure(LINK_ERRORS, "SPLIT_RATIO_INVALID");
}

function parsePlaces(input: GeoInput | null): GeoRestrictions | null {
  if (input === null) return null;
  const lists = Object.fromEntries(
    GEO_LISTS.map((list) => {
      const typed = input[list] ?? [];
      return [list, list.endsWith("_countries") ? parseCountries(typed, list) : typed.map(cleanName)];
    }),
  );
  // §5 lists UNKNOWN among the codes: blocking it means blocking visitors in an unknown location.
  const isUnknownBlocked = input.on_unknown === "block" || lists.blocked_countries?.includes(UNKNOWN);
  return parseGeoRestrictions({
    ...lists,
    allowed_countries: lists.allowed_countries?.filter((code) => code !== UNKNOWN),
    blocked_countries: lists.blocked_countries?.filter((code) => code !== UNKNOWN),
    on_unknown: isUnknownBlocked ? "block" : "allow",
  });
}

const UNKNOWN = "UNKNOWN";

function parseCountries(typed: readonly string[], field: string): string[] {
  return typed.map((code) => {
    const country = code.trim().toUpperCase() === UNKNOWN ? UNKNOWN : parseCountry(code);
    if (country !== undefined) return country;
    throw failure(LINK_ERRORS, "COUNTRY_UNKNOWN", { data: { field } });
  });
}

function cleanName(typed: string): string {
  const name = cleanText(typed.replace(/\s+/g, " "), PLACE_CHARS_MAX);
  return isBlank(name) ? "" : name;
}
