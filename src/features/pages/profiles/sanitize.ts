import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { NAME_CHARS_MAX, PROFILE_ERRORS } from "./contract.ts";

/** Sanitizes a profile's name to one line. Rejects a blank one. */
export function cleanName(raw: string): string {
  const name = cleanLine(raw, NAME_CHARS_MAX);
  if (name === null) throw failure(PROFILE_ERRORS, "NAME_REQUIRED", { data: { field: "name" } });
  return name;
}

/** Sanitizes text to one line, or null if it has nothing visible. */
export function cleanLine(raw: string | null | undefined, max: number): string | null {
  return cleanOptional(raw?.replace(/\s+/g, " "), max);
}

/** Sanitizes text of several lines, or null if it has nothing visible. */
export function cleanOptional(raw: string | null | undefined, max?: number): string | null {
  const text = cleanText(raw ?? "", max);
  return isBlank(text) ? null : text;
}
