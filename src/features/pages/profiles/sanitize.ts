import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { NAME_CHARS_MAX, PROFILE_ERRORS } from "./contract.ts";

/** A profile's name on one line. Refuses a blank one. */
export function cleanName(raw: string): string {
  const name = cleanLine(raw, NAME_CHARS_MAX);
  if (name === null) throw failure(PROFILE_ERRORS, "NAME_REQUIRED", { data: { field: "name" } });
  return name;
}

/** Text on one line, or null if there's nothing to see. */
export function cleanLine(raw: string | null | undefined, max: number): string | null {
  return cleanOptional(raw?.replace(/\s+/g, " "), max);
}

/** Text of several lines, or null if there's nothing to see. */
export function cleanOptional(raw: string | null | undefined, max?: number): string | null {
  const text = cleanText(raw ?? "", max);
  return isBlank(text) ? null : text;
}
