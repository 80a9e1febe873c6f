/* Merges two contacts' fields, and reverts that. */

import type { MergedConsents } from "#src/features/audience/consent-records/rules.ts";
import { getOwn } from "#src/lib/get-own.ts";
import { type FieldValue, SCORE_MAX, TAGS_MAX, type Touch } from "../rules.ts";

export interface Mergeable {
  name: string;
  phone: string | null;
  country: string;
  time_zone: string | null;
  tags: string[];
  fields: Record<string, FieldValue>;
  profile_ids: string[];
  first_touch: Touch | null;
  last_touch: Touch | null;
  paused_until: string | null;
  mail_every_days: number | null;
  stage_id: string | null;
  stage_at: string | null;
  value_cents: number | null;
  owner_id: string | null;
  score: number;
  created_at: string;
}

export interface MergeUndo extends MergedConsents {
  /** The remaining contact. If it was merged, too, that has to be undone first. */
  into: string;
  gone: object;
  before: Partial<Mergeable>;
  after: Partial<Mergeable>;
  tasks: string[];
  /** Contacts that had been merged into the merged one. */
  carried: string[];
}

/**
 * Fields that a merge can take from the merged contact although the other one has them, too. Custom fields
 * are `fields.key`.
 */
export const TAKEABLE = [
  ...(["name", "phone", "country", "time_zone", "stage_id", "value_cents", "owner_id"] as const),
] as const;

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === "" || value === "UNKNOWN";

/** Merges two contacts. Known values stay; missing ones, or those in `take`, come from the merged contact. */
export function mergeRecords(kept: Mergeable, gone: Mergeable, take: readonly string[]): Mergeable {
  const isTaken = (key: string, mine: unknown, theirs: unknown) =>
    isNothing(mine) || (take.includes(key) && !isNothing(theirs));
  const one = <Key extends (typeof TAKEABLE)[number]>(key: Key): Mergeable[Key] =>
    isTaken(key, kept[key], gone[key]) ? gone[key] : kept[key];
  const fields = Object.entries(gone.fields).filter(([key, value]) =>
    isTaken(`fields.${key}`, getOwn(kept.fields, key), value),
  );
  const stage_id = one("stage_id");
  const points = kept.score + gone.score;
  return {
    name: one("name"),
    phone: one("phone"),
    country: one("country"),
    time_zone: one("time_zone"),
    tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, TAGS_MAX),
    fields: { ...kept.fields, ...Object.fromEntries(fields) },
    profile_ids: [...new Set([...kept.profile_ids, ...gone.profile_ids])],
    first_touch: outer(kept.first_touch, gone.first_touch, (a, b) => a <= b),
    last_touch: outer(kept.last_touch, gone.last_touch, (a, b) => a >= b),
    ...strictestOf(kept, gone),
    stage_id,
    stage_at: stage_id === kept.stage_id ? kept.stage_at : gone.stage_at,
    value_cents: one("value_cents"),
    owner_id: one("owner_id"),
    score: Math.max(-SCORE_MAX, Math.min(SCORE_MAX, points)),
    created_at: [kept.created_at, gone.created_at].sort()[0] ?? kept.created_at,
  };
}

function outer(a: Touch | null, b: Touch | null, isFirst: (a: string, b: string) => boolean): Touch | null {
  if (!a || !b) return a ?? b;
  return isFirst(a.at, b.at) ? a : b;
}

/** Picks the longer pause, and the lower frequency. */
function strictestOf(a: Mergeable, b: Mergeable): Pick<Mergeable, "paused_until" | "mail_every_days"> {
  const [paused_until = null] = [a.paused_until, b.paused_until]
    .filter((one) => one !== null)
    .sort()
    .reverse();
  const days = Math.max(a.mail_every_days ?? 0, b.mail_every_days ?? 0);
  return { paused_until, mail_every_days: days || null };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns only the differences, before and after. */
export function changesOf(
  kept: Mergeable,
  merged: Mergeable,
): { before: Partial<Mergeable>; after: Partial<Mergeable> } {
  const keys = (Object.keys(merged) as (keyof Mergeable)[]).filter((key) => !isSame(kept[key], merged[key]));
  const of = (row: Mergeable) => Object.fromEntries(keys.map((key) => [key, row[key]]));
  return { before: of(kept), after: of(merged) };
}

/**
 * Returns the changes to the remaining contact that undo a merge. Fields that have changed since stay as they
 * are.
 */
export function revertedFields(now: Mergeable, { before, after }: Pick<MergeUndo, "before" | "after">) {
  const back: Partial<Mergeable> = {};
  for (const key of Object.keys(after) as (keyof Mergeable)[])
    if (isSame(now[key], after[key])) Object.assign(back, { [key]: before[key] });
  const added = (key: "tags" | "profile_ids") => {
    const [old, made] = [before[key], after[key]];
    return made?.filter((one) => !old?.includes(one)) ?? [];
  };
  const [tags, pages] = [added("tags"), added("profile_ids")];
  // They may have signed up there themselves since.
  const last = isSame(now.last_touch, after.last_touch) ? undefined : now.last_touch?.profile_id;
  return {
    ...back,
    ...(tags.length > 0 && { tags: now.tags.filter((tag) => !tags.includes(tag)) }),
    ...(pages.length > 0 && {
      profile_ids: now.profile_ids.filter((id) => !pages.includes(id) || id === last),
    }),
    ...(after.fields && { fields: fieldsBack(now.fields, before.fields ?? {}, after.fields) }),
  };
}

type Fields = Mergeable["fields"];

function fieldsBack(now: Fields, before: Fields, after: Fields): Fields {
  const was = (key: string) => getOwn(before, key);
  const made = (key: string) => getOwn(after, key);
  const isOurs = (key: string) => isSame(now[key], made(key)) && !isSame(was(key), made(key));
  const kept = Object.entries(now).filter(([key]) => !isOurs(key) || was(key) !== undefined);
  return Object.fromEntries(kept.map(([key, value]) => [key, isOurs(key) ? (was(key) ?? null) : value]));
}
