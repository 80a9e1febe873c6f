import type { AudienceRule } from "#src/features/admin/notifications/audience-contract.ts";
import { FIELDS, type FieldName, USED, USED_NAMES } from "#src/features/admin/notifications/rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import { formatNumber } from "#src/kit/plural.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#src/lib/language.ts";
import { formatWallDay } from "./wall-times.ts";

const USED_CHOICES = USED_NAMES.map((value) => ({ value, label: USED[value] }));

export const CHOICES: Partial<Record<FieldName, { value: string; label: string }[]>> = {
  plan: [
    { value: "premium", label: "Premium" },
    { value: "free", label: "Free" },
  ],
  verified: [
    { value: "yes", label: "Confirmed address" },
    { value: "no", label: "Unconfirmed address" },
  ],
  uses: USED_CHOICES,
  uses_not: USED_CHOICES,
  language: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
};

/** A condition in words: its field and its value. */
export function ruleWords({ field, value }: AudienceRule): { label: string; value: string } {
  const { kind, label } = FIELDS[field];
  const choices = kind === "country" ? countryChoices([]) : (CHOICES[field] ?? []);
  const chosen = choices.find((choice) => choice.value === value)?.label;
  if (kind === "date") return { label, value: formatWallDay(String(value)) };
  return { label, value: chosen ?? (typeof value === "number" ? formatNumber(value) : value) };
}
