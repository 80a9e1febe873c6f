import { localeOf } from "#src/lib/locale.ts";

/** The region that the person chose, which comes with the page. */
export const REGION: string | undefined = globalThis.document?.documentElement.dataset.region;

/**
 * How dates and numbers are written in the person's region, or by this browser. Everything on the dashboard
 * follows this one locale.
 */
export const LOCALE = REGION ? localeOf(REGION) : new Intl.NumberFormat().resolvedOptions().locale;

/** For dates that code reads and people never see. */
export const MACHINE_LOCALE = "en-US";

interface WeekInfo {
  firstDay: number;
}
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The first day of the week, 0 for Sunday. Monday (ISO 8601) if the browser doesn't know. */
export function firstDayOfWeek(locale: string): Weekday {
  // Older browsers have a property instead of the method, and some have neither.
  const known = new Intl.Locale(locale) as { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo };
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
  return (firstDay % 7) as Weekday;
}
