/* Recurring campaigns, with people's actions: setting up, pausing, and ending. */
import type * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { isWallTime } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireCampaign, requireReady, requireTransition } from "../campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign } from "../contract.ts";
import { campaignRepeated, campaignSeriesChanged } from "../events.ts";
import { toCampaign } from "../present.ts";
import { EDITABLE_STATES, type SeriesState } from "../rules.ts";
import { type recurrenceSchema, SCHEDULE_ERRORS, type Series } from "../schedule/schedule-contract.ts";
import type { CampaignRow } from "../store.ts";
import { createNextRun, nextRun } from "./series.ts";
import { insertSeries, lockSeries, type SeriesRow, updateSeries } from "./series-store.ts";

type Asked = z.output<typeof recurrenceSchema> & { id: string };

/** Makes a campaign the first run of a series, or gives the series of a next run another rhythm. */
export async function repeatCampaign(ctx: Ctx, { id, ...rhythm }: Asked): Promise<Campaign> {
  const row = await requireCampaign(ctx, id);
  if (!EDITABLE_STATES.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  if (!isWallTime(`2000-01-01T${rhythm.time}`)) throw failure(SCHEDULE_ERRORS, "SERIES_EMPTY");
  if (!isTimeZone(rhythm.time_zone)) throw failure(CAMPAIGN_ERRORS, "TIME_ZONE_UNKNOWN");
  const scheduled_at = nextRun(rhythm, ctx.now());
  if (scheduled_at === undefined) throw failure(SCHEDULE_ERRORS, "SERIES_EMPTY");
  await requireReady(ctx, row);
  return ctx.write(async (ctx) => {
    const known = await seriesOf(ctx, row);
    const isNext = known?.campaign_id === id && known.state !== "ended";
    const series_id = isNext ? known.id : ctx.newId();
    if (row.state !== "draft")
      await requireTransition(ctx, id, { from: [row.state], to: "draft", changes: { scheduled_at: null } });
    const key = { user_id: ctx.account, id: series_id };
    const plan = { ...rhythm, state: "active", campaign_id: id } as const;
    if (isNext) await updateSeries(ctx.db, key, plan);
    else await insertSeries(ctx.db, { ...key, ...plan, runs: 1, created_at: ctx.now().toISOString() });
    const changes = { scheduled_at, series_id, time_zone: rhythm.time_zone, local_time: null };
    await requireTransition(ctx, id, { from: ["draft"], to: "scheduled", changes });
    await ctx.announce(campaignRepeated, { subject: id, payload: { every: rhythm.every } });
    return toCampaign(ctx, await requireCampaign(ctx, id));
  });
}

function seriesOf(ctx: Ctx, { series_id }: CampaignRow): Promise<SeriesRow | undefined> {
  if (series_id === null) return Promise.resolve(undefined);
  return lockSeries(ctx.db, { user_id: ctx.account, id: series_id });
}

async function requireSeries(ctx: Ctx, row: CampaignRow): Promise<SeriesRow> {
  const series = await seriesOf(ctx, row);
  if (!series) throw failure(SCHEDULE_ERRORS, "SERIES_NOT_FOUND");
  return series;
}

export async function getSeries(ctx: Ctx, { id }: { id: string }): Promise<Series> {
  return toSeries(await requireSeries(ctx, await requireCampaign(ctx, id)));
}

function toSeries({ user_id: _, created_at: __, ...series }: SeriesRow): Series {
  return series;
}

/**
 * Pauses, resumes, or ends a series. Its next run becomes a draft while it's paused, and is scheduled again
 * when it resumes.
 */
export async function changeSeries(
  ctx: Ctx,
  { id, state }: { id: string; state: SeriesState },
): Promise<Series> {
  const asked = await requireCampaign(ctx, id);
  const { campaign_id } = await requireSeries(ctx, asked);
  const wanted = await findNextRun(ctx, campaign_id);
  if (state === "active" && wanted?.state === "draft") await requireReady(ctx, wanted);
  return ctx.write(async (ctx) => {
    const series = await requireSeries(ctx, asked);
    if (series.state === state) return toSeries(series);
    if (series.state === "ended") throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
    const key = { user_id: ctx.account, id: series.id };
    await updateSeries(ctx.db, key, { state });
    const next = await findNextRun(ctx, series.campaign_id);
    if (state === "active") await goOn(ctx, { ...series, state }, next);
    else if (next?.state === "scheduled")
      await requireTransition(ctx, next.id, {
        from: ["scheduled"],
        to: "draft",
        changes: { scheduled_at: null },
      });
    await ctx.announce(campaignSeriesChanged, { subject: series.campaign_id, payload: { state } });
    return toSeries(await requireSeries(ctx, asked));
  });
}

async function findNextRun(ctx: Ctx, id: string): Promise<CampaignRow | undefined> {
  return requireCampaign(ctx, id).catch(() => undefined);
}

async function goOn(ctx: Ctx, series: SeriesRow, next: CampaignRow | undefined): Promise<void> {
  const scheduled_at = nextRun(series, ctx.now());
  if (scheduled_at === undefined) throw failure(SCHEDULE_ERRORS, "SERIES_EMPTY");
  if (next?.state === "draft")
    await requireTransition(ctx, next.id, { from: ["draft"], to: "scheduled", changes: { scheduled_at } });
  // It was sent by hand in the meantime.
  else if (next && next.state !== "scheduled") await createNextRun(ctx, series, next);
}
