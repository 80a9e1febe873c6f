import { isLanguage, type Language } from "#src/lib/language.ts";
import { localeOf } from "#src/lib/locale.ts";

const page = globalThis.document?.documentElement;

/** The person's region and language, which come with the page. */
const { region: REGION, language: CHOSEN }: DOMStringMap = page?.dataset ?? {};

export const LANGUAGE: Language = isLanguage(page?.lang) ? page.lang : "en";

/**
 * The locale for dates and numbers in the person's region, or this browser's, in the page's language. The
 * whole dashboard uses this one.
 */
export const LOCALE = localeIn(LANGUAGE, REGION, new Intl.NumberFormat().resolvedOptions().locale);

/** `device` is the locale of a browser. */
export function localeIn(language: Language, region: string | undefined, device: string): string {
  if (language === "en") return region ? localeOf(region) : device;
  const country = region ?? new Intl.Locale(device).region;
  return country ? localeOf(country, language) : language;
}

/** True if the page is in the person's language and formatted for their region. */
export function isWrittenFor({
  language,
  region,
}: {
  language: string | null;
  region: string | null;
}): boolean {
  if (region !== (REGION ?? null)) return false;
  // Before sign-in, the page is in the browser's language.
  return language === (CHOSEN ?? null) || (CHOSEN === undefined && language === LANGUAGE);
}

/** Returns the header that requests the page's language. English needs none. */
export function languageHeaders(): Record<string, string> {
  return LANGUAGE === "en" ? {} : { "x-language": LANGUAGE };
}

/** For dates that code reads and people never see. */
export const MACHINE_LOCALE = "en-US";

interface WeekInfo {
  firstDay: number;
}
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Returns the first day of the week, 0 for Sunday. Monday (ISO 8601) if the browser doesn't know. */
export function firstDayOfWeek(locale: string): Weekday {
  // Older browsers have a property instead of the method, and some have neither.
  const known = new Intl.Locale(locale) as { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as Weekday;
}
