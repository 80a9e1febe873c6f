/* What a page consists of, besides its name, its figures, and whether it's there: settings, look, and rows. */
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { type Link, linkFieldsSchema } from "#src/features/pages/links/contract.ts";
import { type Profile, updateProfileSchema } from "#src/features/pages/profiles/contract.ts";
import type { PageChanges } from "./contract.ts";
import { PAGE_PARTS, partOf } from "./rules.ts";

/** As in the export of a profile, of which an import makes the same page. */
export interface PageState {
  profile: Profile;
  /** In their order. */
  links: Link[];
}

const profileFields = updateProfileSchema.omit({ id: true, username: true, updated_at: true });
/** Nothing stores passwords, so no version can bring one back. */
const rowFields = linkFieldsSchema.omit({ kind: true, parent_id: true, password: true });

const PROFILE_FIELDS = Object.keys(profileFields.shape) as (keyof Profile)[];
const ROW_FIELDS = [...Object.keys(rowFields.shape), "has_password", "parent_id"] as (keyof Link)[];

/** Returns the fields that are to change. What an older version doesn't have yet stays as it is. */
function differing<Row extends object>(fields: readonly (keyof Row)[], from: Row, to: Row): (keyof Row)[] {
  // The database orders the fields of objects in its own way.
  return fields.filter((field) => to[field] !== undefined && !isDeepStrictEqual(from[field], to[field]));
}

/** Returns those of the values that today's rules still have. */
function valid<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, values: object) {
  const shape = schema.shape as unknown as Record<string, z.ZodType | undefined>;
  const kept = Object.entries(values).filter(([field, value]) => shape[field]?.safeParse(value).success);
  return schema.partial().parse(Object.fromEntries(kept));
}

export function settingsOf(profile: Profile, fields: readonly (keyof Profile)[]) {
  return valid(profileFields, Object.fromEntries(fields.map((field) => [field, profile[field]])));
}

export function rowOf(row: Link, fields: readonly string[] = Object.keys(rowFields.shape)) {
  return valid(rowFields, Object.fromEntries(fields.map((field) => [field, row[field as keyof Link]])));
}

export const changedSettings = (from: Profile, to: Profile) => differing(PROFILE_FIELDS, from, to);
export const changedFields = (from: Link, to: Link) => differing(ROW_FIELDS, from, to);

export function pageChanges(from: PageState, to: PageState): PageChanges {
  const before = new Map(from.links.map((row) => [row.id, row]));
  const after = new Set(to.links.map(({ id }) => id));
  const both = to.links.filter(({ id }) => before.has(id));
  const parts = new Set(changedSettings(from.profile, to.profile).map(partOf));
  const order = from.links.flatMap(({ id }) => (after.has(id) ? [id] : []));
  return {
    parts: PAGE_PARTS.filter((part) => parts.has(part)),
    added: to.links.length - both.length,
    removed: from.links.filter(({ id }) => !after.has(id)).length,
    changed: both.filter((row) => changedFields(before.get(row.id) ?? row, row).length > 0).length,
    is_reordered: both.some(({ id }, at) => id !== order[at]),
  };
}

export function isChange({ parts, added, removed, changed, is_reordered }: PageChanges): boolean {
  return parts.length > 0 || added + removed + changed > 0 || is_reordered;
}
