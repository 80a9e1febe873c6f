import { COUNTRIES } from "#src/lib/countries.ts";
import { LANGUAGE } from "./locale.ts";
import { localizeCountry } from "./localize-label.ts";

/** Returns all countries, sorted by name, plus any unknown codes that the link already has. */
export function countryChoices(chosen: readonly string[]): { value: string; label: string }[] {
  const known = COUNTRIES.map((value) => ({ value, label: localizeCountry(value, value) }));
  const others = chosen.filter((code) => !COUNTRIES.includes(code)).map((value) => ({ value, label: value }));
  return [...known.sort((a, b) => a.label.localeCompare(b.label, LANGUAGE)), ...others];
}
