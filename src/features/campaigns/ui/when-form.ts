import type { Campaign } from "#src/features/campaigns/contract.ts";
import { whenWords } from "#src/kit/when.ts";
import { momentIn, wallTime } from "#src/lib/zoned.ts";

const HOUR_MS = 3_600_000;
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** What the time step says. `wall` is what this device's clock shows then, or with `isLocal` everyone's own. */
export type When = { kind: "now" } | Once;
export interface Once {
  kind: "once";
  wall: string;
  isLocal: boolean;
}

export function whenOf({ scheduled_at, local_time }: Pick<Campaign, "scheduled_at" | "local_time">): When {
  if (scheduled_at === null) return { kind: "now" };
  const isLocal = local_time !== null;
  return { kind: "once", wall: local_time ?? wallTime(ZONE, new Date(scheduled_at)), isLocal };
}

export function nextHour(): string {
  return wallTime(ZONE, new Date(Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS));
}

/** A time as the server takes it. */
export function timeOf({ wall, isLocal }: Once) {
  if (isLocal) return { local_time: wall, time_zone: ZONE };
  return { at: momentIn(ZONE, wall).toISOString() };
}

export function onceWords({ wall, isLocal }: Once): string {
  const at = whenWords(momentIn(ZONE, wall).toISOString());
  return isLocal ? `${at}, by everyone’s own clock` : at;
}
