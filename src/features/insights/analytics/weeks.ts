import { findProgress } from "#src/features/insights/clicks/clicks.ts";
import { listProfileIds, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays, isTimeZone } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { ANALYTICS_ERRORS } from "./contract.ts";
import { dateIn } from "./csv.ts";
import { planGrains } from "./grain-plan.ts";
import { resolvePeriod } from "./period.ts";
import { type DaySpan, listLinkDays, listProfileDays } from "./week-store.ts";
import type { LinkWeek, ProfileWeek } from "./weeks-contract.ts";

const DAYS = 7;

/** Returns how rollups make up the last seven days, each with its place among them from 0. */
async function resolveWeek(ctx: Ctx, tz: string): Promise<DaySpan[]> {
  if (!isTimeZone(tz)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  const now = ctx.now();
  const from = addDays(`${dateIn(tz, now)}T00:00:00.000Z`, 1 - DAYS).slice(0, 10);
  const [{ starts, to }, progress] = await Promise.all([
    resolvePeriod(ctx.db, { from, tz, step: "day" }, now),
    findProgress(ctx.db),
  ]);
  const done = { day: progress?.day.getTime() ?? 0, month: progress?.month.getTime() ?? 0 };
  return starts.flatMap((start, day) =>
    planGrains({ from: start, to: starts[day + 1] ?? to }, done).map((span) => ({ ...span, day })),
  );
}

/** Views and clicks of the account's profiles among `ids`, on each of the last seven days. */
export async function getProfileWeeks(
  ctx: Ctx,
  { ids, tz }: { ids: string[]; tz: string },
): Promise<{ items: ProfileWeek[] }> {
  const spans = await resolveWeek(ctx, tz);
  const asked = new Set(ids);
  const own = (await listProfileIds(ctx.db, ctx.account)).filter(
    (id) => asked.has(id) && canAccessProfile(ctx, id),
  );
  const rows = await listProfileDays(ctx.db, own, spans);
  const weeks = new Map(own.map((id) => [id, { id, views: emptyWeek(), clicks: emptyWeek() }]));
  for (const { id, day, views, clicks } of rows) {
    const week = weeks.get(id);
    if (!week) continue;
    week.views[day] = views;
    week.clicks[day] = clicks;
  }
  return { items: [...weeks.values()] };
}

/** Clicks on the profile's links on each of the last seven days. Links without any are left out. */
export async function getLinkWeeks(
  ctx: Ctx,
  { id, tz }: { id: string; tz: string },
): Promise<{ items: LinkWeek[] }> {
  const profile = await requireProfile(ctx, id);
  const rows = await listLinkDays(ctx.db, profile.id, await resolveWeek(ctx, tz));
  const weeks = new Map<string, number[]>();
  for (const { id, day, clicks } of rows) {
    const week = weeks.get(id) ?? emptyWeek();
    week[day] = clicks;
    weeks.set(id, week);
  }
  return { items: [...weeks].map(([id, clicks]) => ({ id, clicks })) };
}

const emptyWeek = () => new Array<number>(DAYS).fill(0);
