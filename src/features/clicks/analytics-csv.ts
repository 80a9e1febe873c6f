import { csv } from "#src/lib/csv.ts";
import type { Analytics, BreakdownName } from "./contract.ts";

type Cell = string | number;

/** The figures as a file for a spreadsheet: the course of the period, or one breakdown. Times are the owner's. */
export function analyticsFile(analytics: Analytics, part: "series" | BreakdownName): File {
  const { from, to, tz } = analytics;
  const rows = part === "series" ? seriesRows(analytics) : breakdownRows(analytics.breakdowns[part]);
  const clock = clockOf(tz);
  // The end is exclusive: a day ends with its last moment.
  const days = [new Date(from), new Date(Date.parse(to) - 1)].map((at) => clock(at).date);
  return new File([csv(rows)], `analytics-${part}-${days.join("-to-")}.csv`, {
    type: "text/csv; charset=utf-8",
  });
}

function seriesRows({ series, step, tz }: Analytics): Cell[][] {
  const clock = clockOf(tz);
  // The hour that the clocks repeat in autumn is told apart by its offset.
  const head = step === "hour" ? ["date", "time", "offset"] : ["date"];
  return [
    [...head, "views", "visitors", "clicks"],
    ...series.map(({ at, views, visitors, clicks }) => {
      const { date, time, offset } = clock(new Date(at));
      return [...(step === "hour" ? [date, time, offset] : [date]), views, visitors, clicks];
    }),
  ];
}

function breakdownRows(rows: Analytics["breakdowns"][BreakdownName]): Cell[][] {
  return [
    ["key", "label", "views", "clicks"],
    ...rows.map(({ key, label, views, clicks }) => [key, label ?? key, views ?? "", clicks]),
  ];
}

/** Reads the clock on the wall in `timeZone`: `2026-03-29`, `14:00`, `UTC+02:00`. */
function clockOf(timeZone: string): (at: Date) => { date: string; time: string; offset: string } {
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
