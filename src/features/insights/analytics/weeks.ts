import { listProfileIds, requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays, isTimeZone } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { ANALYTICS_ERRORS } from "./contract.ts";
import { dateIn } from "./csv.ts";
import { resolvePeriod } from "./period.ts";
import { type BucketSpan, findPlanner } from "./rollup-sums.ts";
import { listBuckets, listLinkBuckets } from "./store.ts";
import type { LinkWeek, ProfileWeek } from "./weeks-contract.ts";

const DAYS = 7;

/** Returns how rollups make up the last seven days, each with its place among them from 0. */
async function resolveWeek(ctx: Ctx, tz: string): Promise<BucketSpan[]> {
  if (!isTimeZone(tz)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  const now = ctx.now();
  const from = addDays(`${dateIn(tz, now)}T00:00:00.000Z`, 1 - DAYS).slice(0, 10);
  const [{ starts, to }, spansIn] = await Promise.all([
    resolvePeriod(ctx.db, { from, tz, step: "day" }, now),
    findPlanner(ctx.db),
  ]);
  return starts.flatMap((start, bucket) =>
    spansIn({ from: start, to: starts[bucket + 1] ?? to }).map((span) => ({ ...span, bucket })),
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
  const rows = await listBuckets(ctx.db, { profileIds: own }, spans);
  const weeks = new Map(own.map((id) => [id, { id, views: emptyWeek(), clicks: emptyWeek() }]));
  for (const { profile_id, bucket, views, clicks } of rows) {
    const week = weeks.get(profile_id);
    if (!week) continue;
    week.views[bucket] = views;
    week.clicks[bucket] = clicks;
  }
  return { items: [...weeks.values()] };
}

/** Clicks on the profile's links on each of the last seven days. Links without any are left out. */
export async function getLinkWeeks(
  ctx: Ctx,
  { id, tz }: { id: string; tz: string },
): Promise<{ items: LinkWeek[] }> {
  const profile = await requireProfile(ctx, id);
  const rows = await listLinkBuckets(ctx.db, profile.id, await resolveWeek(ctx, tz));
  const weeks = new Map<string, number[]>();
  for (const { id, bucket, clicks } of rows) {
    const week = weeks.get(id) ?? emptyWeek();
    week[bucket] = clicks;
    weeks.set(id, week);
  }
  return { items: [...weeks].map(([id, clicks]) => ({ id, clicks })) };
}

const emptyWeek = () => new Array<number>(DAYS).fill(0);
