import type { Analytics } from "../contract.ts";
import type { Step } from "./period.ts";

export const SERIES = [
  { name: "views", label: "Views" },
  { name: "visitors", label: "Unique visitors" },
  { name: "clicks", label: "Clicks" },
] as const;

export type Trend = Pick<Analytics, "series" | "step" | "tz">;

/** Writes the moment `at` in the zone `tz`: short for an axis, or in full. */
export function momentFormat(
  step: Step,
  tz: string,
): { short: (at: string) => string; full: (at: string) => string } {
  const day = new Intl.DateTimeFormat("en", { timeZone: tz, month: "short", day: "numeric" });
  const hour = new Intl.DateTimeFormat(undefined, { timeZone: tz, hour: "numeric", minute: "2-digit" });
  const weekday = new Intl.DateTimeFormat("en", {
    timeZone: tz,
    weekday: "short",
    month: "short",
    day: "numeric",
  });
  return {
    short: (at) => (step === "hour" ? hour : day).format(new Date(at)),
    full: (at) => {
      const moment = new Date(at);
      return step === "hour" ? `${weekday.format(moment)}, ${hour.format(moment)}` : weekday.format(moment);
    },
  };
}
