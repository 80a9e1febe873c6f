/* Which days of people's date fields have come by now, where they live. */
import { DAY_MS, isTimeZone } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Trigger } from "./definition-rules.ts";
import { listZones } from "./trigger-store.ts";

interface DueDay {
  /** As contacts have it, or null for those of whom it isn't known. */
  zone: string | null;
  day: string;
  /** The same as values of fields: `2026-02-28`, or `02-28` of any year. */
  days: string[];
}

/** For each time zone of the account's contacts in which it's late enough. `rest` is for people with an unknown zone. */
export async function listDueDays(
  ctx: Ctx,
  { days, time, is_yearly }: Pick<Extract<Trigger, { type: "date" }>, "days" | "time" | "is_yearly">,
  rest: string,
): Promise<DueDay[]> {
  const found: DueDay[] = [];
  for (const zone of await listZones(ctx.db, ctx.account)) {
    // Contacts' time zones are whatever programs said.
    const wall = wallTime(zone !== null && isTimeZone(zone) ? zone : rest, ctx.now());
    if (wall.slice(11) < time) continue;
    const today = wall.slice(0, 10);
    const day = new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
    found.push({ zone, day, days: daysLike(day, is_yearly) });
  }
  return found;
}

/** The dates that are celebrated on a day: outside of leap years, February 29 is on the 28th. */
function daysLike(day: string, isYearly: boolean): string[] {
  if (!isYearly) return [day];
  const [year = "", month = "", date = ""] = day.split("-");
  const isLeap = new Date(`${year}-02-29T00:00:00Z`).getUTCDate() === 29;
  const own = `${month}-${date}`;
  return own === "02-28" && !isLeap ? [own, "02-29"] : [own];
}
