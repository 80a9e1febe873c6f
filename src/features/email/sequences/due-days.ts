/* Which days of people's date fields have come by now, where they live, and whose they are. */
import { DAY_MS } from "#src/lib/time.ts";
import { wallTime, zoneAt } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Trigger } from "./definition-rules.ts";
import { listPlaces, selectWithDate } from "./trigger-store.ts";

/**
 * The days that have come where the account's contacts live, with SQL for whose date it is. Clocks show two or three dates
 * at once, so there are as many days, however many places there are. `rest` is for people with an unknown zone.
 */
export async function listDueDays(
  ctx: Ctx,
  { field, days, time, is_yearly }: Omit<Extract<Trigger, { type: "date" }>, "type">,
  rest: string,
) {
  const now = ctx.now();
  const byDate = Map.groupBy(await listPlaces(ctx.db, ctx.account), (place) => {
    const wall = wallTime(zoneAt(place, { rest, now }), now);
    return wall.slice(11) < time ? "" : wall.slice(0, 10);
  });
  return [...byDate].flatMap(([today, places]) => {
    if (today === "") return [];
    const day = new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
    const of = { account: ctx.account, places, field, days: daysLike(day, is_yearly), is_yearly };
    return [{ day, people: selectWithDate(of) }];
  });
}

/** The dates that are celebrated on a day: outside of leap years, February 29 is on the 28th. */
function daysLike(day: string, isYearly: boolean): string[] {
  if (!isYearly) return [day];
  const [year = "", month = "", date = ""] = day.split("-");
  const isLeap = new Date(`${year}-02-29T00:00:00Z`).getUTCDate() === 29;
  const own = `${month}-${date}`;
  return own === "02-28" && !isLeap ? [own, "02-29"] : [own];
}
