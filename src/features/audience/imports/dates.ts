/* Parses a file's dates: the position of the day, and a cell's moment. */
import { momentIn } from "#src/lib/time-zones.ts";
import { matchKey } from "./rules.ts";

const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?=$|[ ,T])/;

/** The position of the day in a column's dates, as far as it can be determined. `both`: they disagree. */
export type DayPosition = "first" | "second" | "both";

interface Dated {
  header: string;
  target: string | null;
  day_place?: DayPosition | undefined;
}

/** The columns with the positions of their days according to more rows: days past the 12th leave no doubt. */
export function withDayPositions<Column extends Dated>(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): Column[] {
  return columns.map((column, at) => {
    if (column.target !== "signed_up_at") return column;
    let { day_place } = column;
    for (const cells of rows) {
      const found = dayPlaceIn(cells[at]?.trim() ?? "");
      if (found !== undefined && found !== day_place) day_place = day_place === undefined ? found : "both";
    }
    return { ...column, day_place };
  });
}

function dayPlaceIn(text: string): DayPosition | undefined {
  const [, first, , second] = YEAR_LAST.exec(text) ?? [];
  const isFirst = Number(first) > 12;
  const isSecond = Number(second) > 12;
  return isFirst === isSecond ? undefined : isFirst ? "first" : "second";
}

/** Words of headers in languages that write the day before the month. */
const DAY_FIRST = /fecha|alta|creado|registrado|suscrito/;

/** True if a column's dates begin with the day. If the dates don't tell, the header's language does. */
export function isDayFirst({ header, day_place = "both" }: Dated): boolean {
  return day_place === "both" ? DAY_FIRST.test(matchKey(header)) : day_place === "first";
}

/** Reorders a numeric date that ends with its year. Points and days past the 12th leave no doubt. */
function yearFirst(text: string, dayFirst: boolean): string {
  const [date = "", first = "", between, second = "", year] = YEAR_LAST.exec(text) ?? [];
  if (date === "") return text;
  const isDay = Number(first) > 12 || (Number(second) <= 12 && (dayFirst || between === "."));
  const [month, day] = isDay ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${text.slice(date.length)}`;
}

/** Some months lack these days, and `Date` would continue in the next one. */
const LATE_DAY = /(?<!\d)(?:29|30|31)(?!\d)/;

/** True if the calendar has the day that a text begins with, unlike February 31. */
function isOnCalendar(text: string): boolean {
  const [date = ""] = text.split(/T?\d{1,2}:\d/);
  const [day] = LATE_DAY.exec(date) ?? [];
  return day === undefined || new Date(`${date} UTC`).getUTCDate() === Number(day);
}

const MOMENT_CHARS_MAX = 100;
/** Seconds or milliseconds since 1970, which databases and shops write. */
const UNIX = /^(\d{10})(?:\.\d{1,9}|(\d{3}))?$/;
/** Excludes Go's zero time. */
const YEAR = /(?<!\d)[12]\d{3}(?!\d)/;
// regex-ignore: reads at most MOMENT_CHARS_MAX
const ZONED = /(?:z|utc|gmt|[ecmp][sd]t|\d:\d.*[+-]\d{2}(?::?\d{2})?(?: \(.*\))?)$/i;

interface DateHabits {
  dayFirst?: boolean | undefined;
  zone?: string | undefined;
}

/**
 * Returns a cell's moment, by the clocks of `zone` if it has none. Undefined for anything else, and for the
 * future. In `5/1/2024`, the month is first unless `dayFirst` is set.
 */
export function parseMoment(
  text: string,
  now: Date,
  { dayFirst = false, zone = UTC }: DateHabits = {},
): string | undefined {
  const [, seconds, thousandths = "000"] = UNIX.exec(text.trim()) ?? [];
  if (seconds !== undefined) return past(Number(`${seconds}${thousandths}`), now);
  const trimmed = yearFirst(text.trim(), dayFirst);
  if (trimmed.length > MOMENT_CHARS_MAX || !YEAR.test(trimmed) || !isOnCalendar(trimmed)) return undefined;
  if (ZONED.test(trimmed)) return past(Date.parse(trimmed), now);
  const shown = Date.parse(`${trimmed}${/T\d/.test(trimmed) ? "Z" : " UTC"}`);
  if (zone === UTC || Number.isNaN(shown)) return past(shown, now);
  const wall = new Date(shown).toISOString();
  // Zone conversion works in whole seconds.
  return past(momentIn(zone, wall.slice(0, 19)).getTime() + new Date(shown).getUTCMilliseconds(), now);
}

const UTC = "UTC";

function past(time: number, now: Date): string | undefined {
  if (Number.isNaN(time) || time > now.getTime() || time < 0) return undefined;
  return new Date(time).toISOString();
}
