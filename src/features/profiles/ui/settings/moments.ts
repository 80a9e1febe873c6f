import { LOCALE } from "#src/kit/locale.ts";

const END = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short" });

/** A picker's `YYYY-MM-DD HH:mm:ss` in words. */
export function endWords(clock: string): string {
  return END.format(new Date(clock.replace(" ", "T")));
}

const two = (value: number) => String(value).padStart(2, "0");

/** An ISO moment as pickers store it, `YYYY-MM-DD HH:mm:ss` in this device's time zone, or null. */
export function clockTime(iso: string | null): string | null {
  const moment = new Date(iso ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return null;
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":")}`;
}

/** The moment of a picker's `YYYY-MM-DD HH:mm:ss`, in ISO 8601 and UTC, or null. */
export function momentOf(clock: string | null): string | null {
  const moment = new Date(clock?.replace(" ", "T") ?? Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
