const namesByLanguage = new Map<string, Intl.DisplayNames>();

/** Returns a country's name in a locale's language, given its two-letter code. Creating a list of names takes long. */
export function countryName(code: string, locale: string): string {
  const [language = "en"] = locale.split("-");
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames([language], { type: "region" });
  namesByLanguage.set(language, names);
  return names.of(code) ?? code;
}
