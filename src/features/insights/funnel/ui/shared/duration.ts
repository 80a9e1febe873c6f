import { LOCALE } from "#src/kit/locale.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const unit = (name: "second" | "minute" | "hour", digits = 0) =>
  new Intl.NumberFormat(LOCALE, {
    style: "unit",
    unit: name,
    unitDisplay: "short",
    maximumFractionDigits: digits,
  });
const FINE = unit("second", 1);
const SECONDS = unit("second");
const MINUTES = unit("minute");
const HOURS = unit("hour");

/** Formats a duration with two units at most: `4.2 sec`, `1 min 5 sec`, `2 hr 3 min`. A dash for none. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 10 * SECOND_MS - SECOND_MS / 20) return FINE.format(ms / SECOND_MS);
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds < 60) return SECONDS.format(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(MINUTES.format(minutes), seconds % 60 > 0 && SECONDS.format(seconds % 60));
  const all = Math.round(ms / MINUTE_MS);
  return pair(
    HOURS.format(Math.floor((all * MINUTE_MS) / HOUR_MS)),
    all % 60 > 0 && MINUTES.format(all % 60),
  );
}

function pair(first: string, second: string | false): string {
  return second ? `${first} ${second}` : first;
}
