import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { Analytics, BreakdownName } from "./contract.ts";
import type { Period } from "./period.ts";

type Row = (string | number)[];
type Span = Pick<Period, "from" | "to"> & { tz: string };
type About = Span & Pick<Period, "step">;

/** A period's series as a spreadsheet file, in the owner's time zone. */
export function seriesFile(about: About, series: Analytics["series"]): File {
  const clock = clockOf(about.tz);
  const isHourly = about.step === "hour" || about.step === "minute";
  // The offset distinguishes the two hours that share a name when the clocks go back in the fall.
  const head = [...(isHourly ? ["date", "time", "offset"] : ["date"]), "views", "visitors", "clicks"];
  const lines = batches(series, ({ at, views, visitors, clicks }) => {
    const { date, time, offset } = clock(new Date(at));
    return [...(isHourly ? [date, time, offset] : [date]), views, visitors, clicks];
  });
  return csvFile(nameOf(about, "series"), head, lines);
}

/** One breakdown of a period as a spreadsheet file. */
export function breakdownFile(
  about: About,
  part: BreakdownName,
  rows: Analytics["breakdowns"][BreakdownName],
): File {
  const lines = batches(rows, ({ key, label, views, clicks }) => [key, label ?? key, views ?? "", clicks]);
  return csvFile(nameOf(about, part), ["key", "label", "views", "clicks"], lines);
}

const BATCH_ROWS = 500;

/** Lines are written as the file is sent. */
function* batches<T>(rows: readonly T[], lineOf: (row: T) => Row): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS).map(lineOf);
}

export function nameOf({ from, to, tz }: Span, part: string, type = "csv"): string {
  const clock = clockOf(tz);
  // The end is exclusive, so step back into the last day.
  const days = [from, to - 1].map((at) => clock(new Date(at)).date);
  return `analytics-${part}-${days.join("-to-")}.${type}`;
}

/** Returns a moment's day in a time zone, `2026-03-29`. */
export function dateIn(timeZone: string, at: Date): string {
  return clockOf(timeZone)(at).date;
}

/** Returns local date, time and offset in `timeZone`: `2026-03-29`, `14:00`, `UTC+02:00`. */
export function clockOf(timeZone: string): (at: Date) => { date: string; time: string; offset: string } {
  const two = "2-digit";
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      date: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      time: `${parts.get("hour")}:${parts.get("minute")}`,
      offset: (parts.get("timeZoneName") ?? "").replace("GMT", "UTC"),
    };
  };
}
