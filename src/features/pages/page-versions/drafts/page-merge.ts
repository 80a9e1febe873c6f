/* What a page becomes when changes to an earlier state of it are made to what it is now. */
import { isDeepStrictEqual } from "node:util";
import type { Link } from "#src/features/pages/links/contract.ts";
import { changedFields, changedSettings, type PageState } from "../page-state.ts";

interface Merge {
  /** What `changed` was made of. */
  base: PageState;
  changed: PageState;
  now: PageState;
}

/**
 * Returns the page with what differs between `base` and `changed`. Everything else is as it is now: what was edited on the
 * page meanwhile stays, down to single fields. Where both changed the same, `changed` wins.
 */
export function mergePages({ base, changed, now }: Merge): PageState {
  const links = mergeRows(base.links, changed.links, now.links);
  return { profile: mergeProfiles({ base, changed, now }), links };
}

function mergeProfiles({ base, changed, now }: Merge): PageState["profile"] {
  const fields = changedSettings(base.profile, changed.profile);
  const from = base.profile.theme_settings as Record<string, unknown>;
  const theme = Object.entries(changed.profile.theme_settings).filter(
    ([key, value]) => !isDeepStrictEqual(value, from[key]),
  );
  return {
    ...now.profile,
    ...pick(changed.profile, fields),
    theme_settings: { ...now.profile.theme_settings, ...Object.fromEntries(theme) },
  };
}

function mergeRows(base: readonly Link[], changed: readonly Link[], now: readonly Link[]): Link[] {
  const [before, there, here] = [base, changed, now].map((rows) => new Map(rows.map((row) => [row.id, row])));
  const rowOf = (id: string): Link | undefined => {
    const [old, row, live] = [before?.get(id), there?.get(id), here?.get(id)];
    // Added on one of the two sides.
    if (!old) return row ?? live;
    if (!row) return undefined;
    const fields = changedFields(old, row);
    if (!live) return fields.length > 0 ? row : undefined;
    return { ...live, ...pick(row, fields) };
  };
  return orderOf(base, changed, now).flatMap((id) => rowOf(id) ?? []);
}

/** Whoever has moved rows decides about the order, and the rows that only the other one has follow the ones before them. */
function orderOf(base: readonly Link[], changed: readonly Link[], now: readonly Link[]): string[] {
  const [before, there, here] = [base, changed, now].map((rows) => rows.map(({ id }) => id));
  const common = (ids: string[] = [], others: string[] = []) => ids.filter((id) => others.includes(id));
  const hasMoved = !isDeepStrictEqual(common(there, before), common(before, there));
  const [first = [], second = []] = hasMoved ? [there, here] : [here, there];
  const order = [...first];
  second.forEach((id, at) => {
    if (order.includes(id)) return;
    const previous = second[at - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
}

function pick<Row extends object>(row: Row, fields: readonly (keyof Row)[]): Partial<Row> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Partial<Row>;
}
