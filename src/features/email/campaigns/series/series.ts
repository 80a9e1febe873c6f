/*
 * Computes a series' next run, and creates it: a campaign of its own, which exists as soon as the one before
 * it starts. So every action on campaigns works on the next run.
 */
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";
import type { Platform } from "#src/platform/context.ts";
import { campaignCreated, campaignMoved } from "../events.ts";
import { saidBy } from "../rules.ts";
import { type CampaignRow, insertCampaign } from "../store.ts";
import { lockSeries, type SeriesRow, updateSeries } from "./series-store.ts";

export type Recurrence = Pick<
  SeriesRow,
  "every" | "weekdays" | "month_day" | "time" | "time_zone" | "ends_on" | "runs_max"
>;

/** Longer than any month, and than the distance to any weekday. */
const DAYS_LOOKED_AHEAD = 62;

function isRunDay({ every, weekdays, month_day }: Recurrence, day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  if (every === "day") return true;
  if (every === "week") return weekdays.includes(date.getUTCDay());
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  // In a shorter month, the 31st is its last day.
  return date.getUTCDate() === Math.min(month_day ?? 1, lastDay);
}

/** Returns the first run after a moment, on the owner's clock. Undefined once the series is over. */
export function nextRun(rhythm: Recurrence, after: Date): string | undefined {
  const { time, time_zone, ends_on } = rhythm;
  // A clock may show a day twice or skip it, so the day before counts, too.
  let wall = addWallDays(`${wallTime(time_zone, after).slice(0, 10)}T${time}`, -1);
  for (let days = 0; days < DAYS_LOOKED_AHEAD; days++) {
    const day = wall.slice(0, 10);
    if (ends_on !== null && day > ends_on) return undefined;
    // Time zone conversion is slow, so only days that count are converted.
    const at = isRunDay(rhythm, day) ? momentIn(time_zone, wall) : undefined;
    if (at !== undefined && at > after) return at.toISOString();
    wall = addWallDays(wall, 1);
  }
  return undefined;
}

/** Returns the runs after the next one within a time span, as far as they're known. */
export function runsBetween(
  series: SeriesRow,
  next: string,
  { from, until }: Record<"from" | "until", Date>,
) {
  const runs: string[] = [];
  let left = (series.runs_max ?? Number.POSITIVE_INFINITY) - series.runs;
  // All runs have to be enumerated only if their number is limited.
  const isCounted = series.runs_max !== null || Date.parse(next) >= from.getTime();
  const after = isCounted ? new Date(next) : new Date(from.getTime() - 1);
  for (let at = nextRun(series, after); at !== undefined && left > 0; left--) {
    if (Date.parse(at) >= until.getTime()) break;
    if (Date.parse(at) >= from.getTime()) runs.push(at);
    at = nextRun(series, new Date(at));
  }
  return runs;
}

/**
 * Continues a series after a run starts or is missed, in the transaction that moves it, so that there's
 * exactly one next run. A clock that jumps ahead skips runs instead of starting several.
 */
export async function planNext(ctx: Platform, row: CampaignRow): Promise<void> {
  const { user_id, series_id } = row;
  const series = series_id === null ? undefined : await lockSeries(ctx.db, { user_id, id: series_id });
  if (!series || series.campaign_id !== row.id || series.state !== "active") return;
  await createNextRun(ctx, series, row);
}

/** Adds a series' next run as a copy of the one before it, or ends the series. */
export async function createNextRun(ctx: Platform, series: SeriesRow, before: CampaignRow): Promise<void> {
  const now = ctx.now();
  const key = { user_id: series.user_id, id: series.id };
  const after = new Date(Math.max(now.getTime(), Date.parse(before.scheduled_at ?? "") || 0));
  const isOver = series.runs_max !== null && series.runs >= series.runs_max;
  const scheduled_at = isOver ? undefined : nextRun(series, after);
  if (scheduled_at === undefined) return updateSeries(ctx.db, key, { state: "ended" });
  const id = ctx.newId();
  const { name, mailbox_id, from_name, audience, tracking, resend_of } = before;
  const { archive_profile_id, topic, mailbox_share, more_mailboxes } = before;
  const at = now.toISOString();
  await insertCampaign(ctx.db, {
    ...saidBy(before),
    name,
    mailbox_id,
    from_name,
    audience,
    tracking,
    resend_of,
    archive_profile_id,
    topic,
    mailbox_share,
    more_mailboxes,
    user_id: series.user_id,
    id,
    series_id: series.id,
    state: "scheduled",
    scheduled_at,
    time_zone: series.time_zone,
    created_by: before.created_by,
    state_at: at,
    created_at: at,
    updated_at: at,
  });
  await updateSeries(ctx.db, key, { state: "active", campaign_id: id, runs: series.runs + 1 });
  const news = { account: series.user_id, subject: id };
  await ctx.announce(campaignCreated, { ...news, payload: {} });
  await ctx.announce(campaignMoved, {
    ...news,
    payload: { from: "draft", to: "scheduled", reason: "" },
  });
}

/** Pauses the series of a next run that's unscheduled. */
export async function pauseSeriesOf(ctx: Platform, { user_id, id, series_id }: CampaignRow): Promise<void> {
  const series = series_id === null ? undefined : await lockSeries(ctx.db, { user_id, id: series_id });
  if (series?.campaign_id !== id || series.state !== "active") return;
  await updateSeries(ctx.db, { user_id, id: series.id }, { state: "paused" });
}

/** A series ends when its next run is deleted. */
export async function endSeriesOf(ctx: Platform, { user_id, id, series_id }: CampaignRow): Promise<void> {
  const series = series_id === null ? undefined : await lockSeries(ctx.db, { user_id, id: series_id });
  if (series?.campaign_id === id) await updateSeries(ctx.db, { user_id, id: series.id }, { state: "ended" });
}
