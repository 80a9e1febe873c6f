/* Schedules a campaign: at one moment, or at a wall time everywhere. */
import { failure } from "#src/lib/errors.ts";
import { DAY_MS, isTimeZone } from "#src/lib/time.ts";
import { isWallTime, momentIn } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireCampaign, requireReady, requireTransition } from "../campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign, type LocalTime } from "../contract.ts";
import { campaignUpdated } from "../events.ts";
import { countCheck, firstWave, loadAudienceQuery, planWaves, type Wave } from "../preflight/preflight.ts";
import { toCampaign } from "../present.ts";
import { SCHEDULED_DAYS_MAX } from "../rules.ts";
import { type CampaignRow, updateScheduledRow } from "../store.ts";

interface Asked extends Partial<LocalTime> {
  id: string;
  at: string | null;
}

/**
 * Without a time, it turns a scheduled campaign back into a draft. A scheduled one may get another time; its
 * content and audience stay.
 */
export async function scheduleCampaign(ctx: Ctx, { id, at, ...asked }: Asked): Promise<Campaign> {
  const row = await requireCampaign(ctx, id);
  const { local_time, time_zone } = asked;
  if (at === null && local_time === undefined) {
    const changes = { scheduled_at: null, local_time: null };
    await requireTransition(ctx, id, { from: ["scheduled", "missed", "failed"], to: "draft", changes });
    return toCampaign(ctx, await requireCampaign(ctx, id));
  }
  const changes =
    local_time === undefined
      ? { scheduled_at: requireTime(ctx, new Date(at ?? "")), local_time: null }
      : await firstWave(
          ctx,
          row,
          requireLocalTime(ctx, { local_time, time_zone: time_zone ?? row.time_zone ?? "UTC" }),
        );
  if (!["draft", "scheduled"].includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  await countCheck(ctx);
  await requireReady(ctx, row);
  if (row.state === "draft") await requireTransition(ctx, id, { from: ["draft"], to: "scheduled", changes });
  else await move(ctx, row, changes);
  return toCampaign(ctx, await requireCampaign(ctx, id));
}

function requireTime(ctx: Ctx, at: Date): string {
  const ms = at.getTime() - ctx.now().getTime();
  if (!(ms > 0 && ms <= SCHEDULED_DAYS_MAX * DAY_MS)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_TIME");
  return at.toISOString();
}

async function move(ctx: Ctx, row: CampaignRow, changes: Partial<CampaignRow>): Promise<void> {
  await ctx.write(async (ctx) => {
    const updated_at = ctx.now().toISOString();
    if (!(await updateScheduledRow(ctx.db, row, { ...changes, updated_at })))
      throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
    await ctx.announce(campaignUpdated, { subject: row.id, payload: { fields: ["scheduled_at"] } });
  });
}

function requireLocalTime(ctx: Ctx, clock: LocalTime): LocalTime {
  const { local_time, time_zone } = clock;
  if (!isWallTime(local_time)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_TIME");
  if (!isTimeZone(time_zone)) throw failure(CAMPAIGN_ERRORS, "TIME_ZONE_UNKNOWN");
  requireTime(ctx, momentIn(time_zone, local_time));
  return clock;
}

export async function listWaves(
  ctx: Ctx,
  { id, ...clock }: LocalTime & { id: string },
): Promise<{ waves: Wave[] }> {
  const row = await requireCampaign(ctx, id);
  requireLocalTime(ctx, clock);
  await countCheck(ctx);
  const aim = await loadAudienceQuery(ctx, row);
  return { waves: await planWaves(ctx.db, aim, { ...clock, since: ctx.now() }) };
}
