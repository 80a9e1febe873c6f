/*
 * Waves of campaigns by local time: the moment when each recipient's clock shows the time. Recipients whose
 * clocks have already passed it get it a day later.
 */
import { isTimeZone } from "#src/lib/time.ts";
import { addWallDays, momentIn, zonesOf } from "#src/lib/time-zones.ts";
import type { Db } from "#src/platform/db/database.ts";
import { findRules } from "../approval/approval-store.ts";
import type { LocalTime } from "../contract.ts";
import type { CampaignRow } from "../store.ts";
import {
  type AudienceQuery,
  type ContactLocation,
  countByLocation,
  type DueTimes,
} from "./audience-store.ts";

/**
 * Returns when clocks in a location show a time: in the contact's own zone, else in their country's if all of
 * its clocks agree, else in the owner's.
 */
export function momentAt({ time_zone, country }: ContactLocation, wall: string, rest: string): Date {
  if (time_zone !== null && isTimeZone(time_zone)) return momentIn(time_zone, wall);
  const moments = new Set(zonesOf(country).map((zone) => momentIn(zone, wall).getTime()));
  const [only] = moments;
  return moments.size === 1 && only !== undefined ? new Date(only) : momentIn(rest, wall);
}

interface Clock extends LocalTime {
  /** Recipients whose clocks showed the time before this get it a day later. */
  since: Date;
}

function dueAt(place: ContactLocation, { local_time, time_zone, since }: Clock): Date {
  const today = momentAt(place, local_time, time_zone);
  if (today >= since) return today;
  return momentAt(place, addWallDays(local_time, 1), time_zone);
}

export interface Wave {
  at: string;
  count: number;
}

/** Counts a campaign's recipients by wave, the first ones first. */
export async function planWaves(db: Db, aim: AudienceQuery, clock: Clock): Promise<Wave[]> {
  const counts = new Map<number, number>();
  for (const { count, ...place } of await countByLocation(db, aim)) {
    const at = dueAt(place, clock).getTime();
    counts.set(at, (counts.get(at) ?? 0) + count);
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([at, count]) => ({ at: new Date(at).toISOString(), count }));
}

const NOWHERE: ContactLocation = { time_zone: null, country: "" };

/** The due times of a campaign's recipients at its start. A slightly late start doesn't cost anyone a day. */
export async function dueTimes(
  db: Db,
  { row, aim, now }: { row: CampaignRow; aim: AudienceQuery; now: Date },
): Promise<DueTimes> {
  const { local_time, time_zone } = row;
  if (local_time === null || time_zone === null) return { rest: now.toISOString(), places: [] };
  const { late_minutes } = await findRules(db, row.user_id);
  const since = new Date(now.getTime() - late_minutes * 60_000);
  const due = (place: ContactLocation) => dueAt(place, { local_time, time_zone, since }).toISOString();
  const places = await countByLocation(db, aim);
  return {
    rest: due(NOWHERE),
    places: places.map(({ time_zone, country }) => ({
      time_zone,
      country,
      due_at: due({ time_zone, country }),
    })),
  };
}
