import type { Ctx } from "#src/platform/context.ts";
import type { HoursOfWeek } from "./contract.ts";
import { clockOf } from "./csv.ts";
import { scanBuckets } from "./filtered.ts";
import { type Input, requireAdvanced, resolveQuestion } from "./question.ts";
import { listHours } from "./store.ts";

const QUARTER_MS = 15 * 60_000;
const HOURS_PER_DAY = 24;

/** Returns views and clicks by weekday and hour of the owner's clock. Hours without any are left out. */
export async function getHours(ctx: Ctx, input: Input): Promise<HoursOfWeek> {
  const { period, scope, filters } = await resolveQuestion(ctx, input);
  await requireAdvanced(ctx);
  if (filters.length === 0) return { hours: await listHours(ctx.db, scope, { ...period, tz: input.tz }) };
  const { from, to } = period;
  // Clocks differ by whole quarters of an hour.
  const starts = Array.from(
    { length: Math.ceil((to - from) / QUARTER_MS) },
    (_, index) => from + index * QUARTER_MS,
  );
  const clock = clockOf(input.tz);
  const hours = new Map<number, HoursOfWeek["hours"][number]>();
  for (const { bucket, views, clicks } of await scanBuckets(ctx, scope, { from, to, starts, filters })) {
    if (views + clicks === 0) continue;
    const { date, time } = clock(new Date(starts[bucket - 1] ?? 0));
    const weekday = new Date(date).getUTCDay() || 7;
    const hour = Number(time.slice(0, 2));
    const place = weekday * HOURS_PER_DAY + hour;
    const sum = hours.get(place) ?? { weekday, hour, views: 0, clicks: 0 };
    hours.set(place, { ...sum, views: sum.views + views, clicks: sum.clicks + clicks });
  }
  return { hours: [...hours].sort(([a], [b]) => a - b).map(([, row]) => row) };
}
