import { firstDayOfWeek, LOCALE } from "./locale.ts";

/** Makes any calendar write its dates like the rest of the dashboard. */
export function calendarLocale(locale = LOCALE) {
  const written = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (date: string) => format.format(new Date(`${date.slice(0, 10)}T00:00Z`));
  };
  return {
    firstDayOfWeek: firstDayOfWeek(locale),
    // Weekends would be red, which is hard to read in dark mode and looks like an error.
    weekendDays: [],
    weekdayFormat: written({ weekday: "short" }),
    monthLabelFormat: written({ month: "long", year: "numeric" }),
    monthsListFormat: written({ month: "short" }),
    yearLabelFormat: written({ year: "numeric" }),
    yearsListFormat: written({ year: "numeric" }),
    getDayAriaLabel: written({ dateStyle: "long" }),
  };
}
