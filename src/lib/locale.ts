/**
 * How dates and numbers are written in a country (ISO 3166-1 alpha-2): in English where the Unicode CLDR knows
 * how people there write it, otherwise in the country's main language.
 */
export function localeOf(region: string): string {
  const english = `en-${region}`;
  const isKnown = new Intl.DateTimeFormat(english).resolvedOptions().locale === english;
  return isKnown ? english : `${new Intl.Locale("und", { region }).maximize().language}-${region}`;
}
