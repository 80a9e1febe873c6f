import { isLanguage, type Language } from "./language.ts";

/**
 * Returns the locale for dates and numbers in a country (ISO 3166-1 alpha-2) for someone who reads
 * `language`. English falls back to the country's main language where the Unicode CLDR doesn't know how
 * English is written there. Other languages fall back to their own default format.
 */
export function localeOf(region: string, language: Language = "en"): string {
  const wanted = `${language}-${region}`;
  if (language !== "en") return wanted;
  const isKnown = new Intl.DateTimeFormat(wanted).resolvedOptions().locale === wanted;
  return isKnown ? wanted : `${new Intl.Locale("und", { region }).maximize().language}-${region}`;
}

export interface Reader {
  language: string | null;
  region: string | null;
}

/** Returns the locale for dates and numbers that a person sees. */
export function localeFor(person: Reader | undefined): string {
  const language = isLanguage(person?.language) ? person.language : "en";
  return person?.region ? localeOf(person.region, language) : plainLocale(language);
}

/** Returns a language's locale independent of country. English is American. */
export function plainLocale(language: string | null | undefined): string {
  return isLanguage(language) && language !== "en" ? language : "en-US";
}
