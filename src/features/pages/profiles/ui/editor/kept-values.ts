/* What was kept in a browser, as far as the form can still show it. */
import { type ProfileFormValues, sentName } from "./profile-form.ts";
import type { Sent } from "./save-rules.ts";

const ROWS: Readonly<Record<string, unknown>> = {
  socials: { platform: "", url: "", key: "" },
  in_app_browsers: "",
};

interface Kept {
  was: Sent;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Returns the kept values that fit the form, and what was saved of their fields. An earlier version of the form may have
 * kept others, or something else may have damaged them, and a form that can't show its values shows nothing at all.
 */
export function fittingChanges(
  kept: Kept,
  form: ProfileFormValues,
): { was: Sent; values: Partial<ProfileFormValues> } {
  const values = Object.fromEntries(
    Object.entries(form).flatMap(([field, fresh]) => {
      const value = kept.values[field];
      return fits(field, value, fresh) ? [[field, mended(value, fresh)]] : [];
    }),
  ) as Partial<ProfileFormValues>;
  const names = new Set(Object.keys(values).map(sentName));
  return { values, was: Object.fromEntries(Object.entries(kept.was).filter(([name]) => names.has(name))) };
}

function fits(field: string, value: unknown, fresh: unknown): boolean {
  const row = ROWS[field];
  if (row !== undefined) return Array.isArray(value) && value.every((one) => isLike(one, row));
  if (value === undefined || typeof fresh === "string") return typeof value === typeof fresh;
  return isLike(value, fresh);
}

/** Null may be instead of anything else. */
function isLike(value: unknown, fresh: unknown): boolean {
  if (value === null || fresh === null) return true;
  if (typeof value !== typeof fresh || Array.isArray(value) !== Array.isArray(fresh)) return false;
  if (typeof fresh !== "object" || Array.isArray(fresh)) return true;
  const known = value as Record<string, unknown>;
  return Object.entries(fresh as object).every(([key, one]) => !(key in known) || isLike(known[key], one));
}

/** What an earlier version of the form didn't have is as it's saved. */
function mended(value: unknown, fresh: unknown): unknown {
  const isRecord = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  return isRecord(value) && isRecord(fresh) ? { ...(fresh as object), ...(value as object) } : value;
}
