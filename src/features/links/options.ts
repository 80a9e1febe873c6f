/* What is kept of a link's options: adult warning, A/B test, and who may open it from where (spec §3, §5). */
import type * as z from "zod";
import {
  GEO_LISTS,
  type GeoRestrictions,
  PLACE_CHARS_MAX,
  readGeoRestrictions,
} from "#src/features/geo/rules.ts";
import { readCountry } from "#src/lib/countries.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { LINK_ERRORS, type linkFieldsSchema } from "./contract.ts";
import { readUrl } from "./fields.ts";
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

/** The options that people changed, as they are kept; what is left out stays out. */
export function readOptions(input: OptionsInput): Partial<Options> {
  const options: Partial<Options> = {};
  if (input.show_adult_warning !== undefined) options.show_adult_warning = input.show_adult_warning;
  if (input.is_ab_test !== undefined) options.is_ab_test = input.is_ab_test;
  for (const field of ["link_a", "link_b", "geo_blocked_fallback_url"] as const) {
    const typed = input[field];
    if (typed !== undefined) options[field] = isBlank(typed ?? "") ? null : readUrl(typed ?? "", field);
  }
  if (input.ab_split_ratio !== undefined) options.ab_split_ratio = readRatio(input.ab_split_ratio);
  if (input.geo_restrictions !== undefined) options.geo_restrictions = readPlaces(input.geo_restrictions);
  return options;
}

/** Refuses an A/B test that lacks one of its addresses (spec §5). One that was stored broken refuses no other change. */
export function requireWholeTest(link: Partial<Options>, changes: Partial<Options> = link): void {
  const isTouched = "is_ab_test" in changes || "link_a" in changes || "link_b" in changes;
  if (!isTouched || !link.is_ab_test) return;
  if (!link.link_a) throw failure(LINK_ERRORS, "VARIANT_A_REQUIRED");
  if (!link.link_b) throw failure(LINK_ERRORS, "VARIANT_B_REQUIRED");
}

function readRatio(ratio: number): number {
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw failure(LINK_ERRORS, "SPLIT_RATIO_INVALID");
}

function readPlaces(input: GeoInput | null): GeoRestrictions | null {
  if (input === null) return null;
  const lists = Object.fromEntries(
    GEO_LISTS.map((list) => {
      const typed = input[list] ?? [];
      return [list, list.endsWith("_countries") ? readCountries(typed, list) : typed.map(readName)];
    }),
  );
  // §5 has UNKNOWN among the codes: whoever blocks it means the visitors whose place is unknown.
  const isUnknownBlocked = input.on_unknown === "block" || lists.blocked_countries?.includes(UNKNOWN);
  return readGeoRestrictions({
    ...lists,
    allowed_countries: lists.allowed_countries?.filter((code) => code !== UNKNOWN),
    blocked_countries: lists.blocked_countries?.filter((code) => code !== UNKNOWN),
    on_unknown: isUnknownBlocked ? "block" : "allow",
  });
}

const UNKNOWN = "UNKNOWN";

function readCountries(typed: readonly string[], field: string): string[] {
  return typed.map((code) => {
    const country = code.trim().toUpperCase() === UNKNOWN ? UNKNOWN : readCountry(code);
    if (country !== undefined) return country;
    throw failure(LINK_ERRORS, "COUNTRY_UNKNOWN", { data: { field } });
  });
}

function readName(typed: string): string {
  const name = cleanText(typed.replace(/\s+/g, " "), PLACE_CHARS_MAX);
  return isBlank(name) ? "" : name;
}
