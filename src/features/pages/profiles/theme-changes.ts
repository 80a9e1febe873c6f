import type * as z from "zod";
import { isColor } from "#src/lib/colors.ts";
import { failure } from "#src/lib/errors.ts";
import { PROFILE_ERRORS, type updateProfileSchema } from "./contract.ts";
import { BUTTON_SHAPES, BUTTON_STYLES, type ThemeSettings } from "./rules.ts";
import { BACKGROUND_COLORS_MAX, isAngle, LOOK_CHOICES } from "./theme-rules.ts";

type ThemeInput = NonNullable<z.output<typeof updateProfileSchema>["theme_settings"]>;

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  ...LOOK_CHOICES,
  button_style: BUTTON_STYLES,
  button_shape: BUTTON_SHAPES,
};

/** Returns the given part of a theme as it's stored. The first part that isn't possible is refused by its name. */
export function parseTheme(theme: ThemeInput | undefined): Partial<ThemeSettings> {
  const given = Object.entries(theme ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, written]) => [field, parsePart(field, written)]));
}

function parsePart(field: string, written: ThemeInput[keyof ThemeInput]) {
  if (written === null || typeof written === "boolean") return written;
  if (typeof written === "number") {
    if (!isAngle(written)) throw failure(PROFILE_ERRORS, "ANGLE_INVALID", { data: { field } });
    return written;
  }
  if (typeof written !== "string") return parseColors(field, written ?? []);
  const choices = CHOICES[field];
  return choices ? parseChoice(field, written, choices) : requireColor(field, written);
}

function parseChoice(field: string, written: string, choices: readonly string[]): string {
  const value = written.toLowerCase();
  if (choices.includes(value)) return value;
  const message = `Choose one of these: ${choices.join(", ")}.`;
  throw failure(PROFILE_ERRORS, "CHOICE_INVALID", { message, data: { field } });
}

function parseColors(field: string, written: readonly string[]): string[] {
  if (written.length > BACKGROUND_COLORS_MAX)
    throw failure(PROFILE_ERRORS, "BACKGROUND_COLORS_MAX", { data: { field } });
  return written.map((color) => requireColor(field, color));
}

function requireColor(field: string, written: string): string {
  if (!isColor(written)) throw failure(PROFILE_ERRORS, "COLOR_INVALID", { data: { field } });
  return written.toLowerCase();
}
