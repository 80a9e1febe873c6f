/* A month of sending: past and scheduled campaigns, and days on which one person would get two e-mails. */
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { DAY_MS, isTimeZone } from "#src/lib/time.ts";
import { addWallDays, isWallTime, momentIn, wallTime } from "#src/lib/time-zones.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CAMPAIGN_ERRORS } from "../contract.ts";
import { countOverlap } from "../preflight/audience-store.ts";
import { countCheck, toAudienceQuery } from "../preflight/preflight.ts";
import { SCHEDULED_DAYS_MAX } from "../rules.ts";
import { runsBetween } from "../series/series.ts";
import { listSeries } from "../series/series-store.ts";
import { type CampaignRow, findCampaign, listBetween } from "../store.ts";
import type { SendCalendar } from "./schedule-contract.ts";

interface Sending {
  row: CampaignRow;
  at: string;
  is_later_run: boolean;
}

const DAYS_OF_ANY_MONTH = 31;
const SERIES_SHOWN = 200;
/** Accounts with more campaigns in a day know that someone gets two. */
const COMPARED = 10;

export async function getCalendar(
  ctx: Ctx,
  { month, time_zone }: { month: string; time_zone: string },
): Promise<SendCalendar> {
  requireWholeAccount(ctx);
  const first = `${month}-01T00:00`;
  if (!isWallTime(first)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_TIME");
  if (!isTimeZone(time_zone)) throw failure(CAMPAIGN_ERRORS, "TIME_ZONE_UNKNOWN");
  await countCheck(ctx);
  const next = `${addWallDays(first, DAYS_OF_ANY_MONTH).slice(0, 7)}-01T00:00`;
  const [from, until] = [momentIn(time_zone, first), momentIn(time_zone, next)];
  const stretch = { from: from.toISOString(), until: until.toISOString() };
  const rows = await listBetween(ctx.db, ctx.account, stretch);
  const sendings = [
    ...rows.map(
      (row): Sending => ({ row, at: row.started_at ?? row.scheduled_at ?? "", is_later_run: false }),
    ),
    ...(await listLaterRuns(ctx, { from, until })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1));
  return {
    items: sendings.map(({ row: { id, name, state, series_id, local_time }, at, is_later_run }) => ({
      campaign_id: id,
      name,
      state,
      series_id,
      at,
      local_time,
      is_later_run,
    })),
    conflicts: await findConflicts(ctx, sendings, time_zone),
  };
}

/** Returns future runs of series, which don't exist as campaigns yet. */
async function listLaterRuns(ctx: Ctx, stretch: { from: Date; until: Date }): Promise<Sending[]> {
  const runs: Sending[] = [];
  if (stretch.from.getTime() > ctx.now().getTime() + SCHEDULED_DAYS_MAX * DAY_MS) return runs;
  for (const series of await listSeries(ctx.db, ctx.account, SERIES_SHOWN)) {
    const row = await findCampaign(ctx.db, { user_id: ctx.account, id: series.campaign_id });
    if (!row?.scheduled_at) continue;
    for (const at of runsBetween(series, row.scheduled_at, stretch))
      runs.push({ row, at, is_later_run: true });
  }
  return runs;
}

/** Checks only future days, because the past can't be changed. The same set of campaigns is counted once. */
async function findConflicts(ctx: Ctx, sendings: Sending[], time_zone: string) {
  const dayOf = (at: string | Date) => wallTime(time_zone, new Date(at)).slice(0, 10);
  const today = dayOf(ctx.now());
  const days = Map.groupBy(sendings, ({ at }) => dayOf(at));
  const counted = new Map<string, number>();
  const conflicts: SendCalendar["conflicts"] = [];
  for (const [day, those] of days) {
    const rows = [...new Map(those.map(({ row }) => [row.id, row])).values()].slice(0, COMPARED);
    if (day < today || rows.length < 2) continue;
    const key = rows
      .map(({ id }) => id)
      .sort()
      .join(" ");
    const people = counted.get(key) ?? (await countShared(ctx, rows));
    counted.set(key, people);
    if (people > 0) conflicts.push({ day, people });
  }
  return conflicts;
}

async function countShared(ctx: Ctx, rows: CampaignRow[]): Promise<number> {
  const ahead = rows.filter(({ started_at }) => started_at === null);
  const frozen = rows.filter(({ started_at }) => started_at !== null);
  return countOverlap(ctx.db, await Promise.all(ahead.map((row) => toAudienceQuery(ctx, row, ""))), frozen);
}
