import { LOCALE } from "#src/kit/locale.ts";

const LANGUAGES = [
  "ar",
  "bg",
  "bn",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "et",
  "eu",
  "fa",
  "fi",
  "fil",
  "fr",
  "gl",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "is",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "nb",
  "nl",
  "pl",
  "pt",
  "ro",
  "ru",
  "sk",
  "sl",
  "sr",
  "sv",
  "sw",
  "ta",
  "th",
  "tr",
  "uk",
  "ur",
  "vi",
  "zh",
];

/** Returns the languages that visitors may speak, sorted by name. */
export function languageChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(LOCALE, { type: "language" });
  return LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort((one, other) =>
    one.label.localeCompare(other.label, LOCALE),
  );
}
