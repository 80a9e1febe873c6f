import { isLanguage, type Language } from "./language.ts";

/**
 * How dates and numbers are written in a country (ISO 3166-1 alpha-2), by people who read `language`. In English
 * it's the country's main language where the Unicode CLDR doesn't know how people there write English. Other
 * languages stay themselves, and are written in their usual way where the CLDR doesn't know the country's.
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

/** How we write dates and numbers to a person. */
export function localeFor(person: Reader | undefined): string {
  const language = isLanguage(person?.language) ? person.language : "en";
  return person?.region ? localeOf(person.region, language) : plainLocale(language);
}

/** How we write them wherever people are. English is American. */
export function plainLocale(language: string | null | undefined): string {
  return isLanguage(language) && language !== "en" ? language : "en-US";
}
