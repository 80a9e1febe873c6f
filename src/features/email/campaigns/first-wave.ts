import { momentIn } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { LocalTime } from "./contract.ts";
import { loadAudienceQuery } from "./preflight.ts";
import type { CampaignRow } from "./store.ts";
import { planWaves } from "./waves.ts";

/** Returns when the first of a campaign's recipients get it, and how it determines the time of the others. */
export async function firstWave(ctx: Ctx, row: CampaignRow, { local_time, time_zone }: LocalTime) {
  const aim = await loadAudienceQuery(ctx, row);
  const [first] = await planWaves(ctx.db, aim, { local_time, time_zone, since: ctx.now() });
  const scheduled_at = first?.at ?? momentIn(time_zone, local_time).toISOString();
  return { scheduled_at, local_time, time_zone };
}
