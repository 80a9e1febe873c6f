/* What a form changes in a link's row. */
import { isDeepStrictEqual } from "node:util";
import { parseGeoRestrictions } from "#src/features/pages/geo/rules.ts";
import type { LinkRow } from "./store.ts";

/** Returns the part of `changes` that makes a difference. */
export function differences(row: LinkRow, changes: Partial<LinkRow>): Partial<LinkRow> {
  // The database orders an object's fields its own way, and a form may leave some out.
  const stored = { ...row, geo_restrictions: parseGeoRestrictions(row.geo_restrictions) };
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => !isDeepStrictEqual(value, stored[field as keyof LinkRow]),
    ),
  );
}

/** What columns are called in the activity log. */
export function fieldNames(changes: Partial<LinkRow>): string[] {
  const columns = Object.keys(changes).filter((column) => column !== "is_short_name_own");
  return columns.map((column) => (column === "password_hash" ? "password" : column));
}

/** A link without a short name. */
export const NAMELESS = { short_name: null, is_short_name_own: false };
