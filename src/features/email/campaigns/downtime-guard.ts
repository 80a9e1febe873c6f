/*
 * Parts of a campaign whose time passes while nothing is running: waves by everyone's own clock, what limits left
 * for another day, further tries. A little late they go out; later, their owner is asked (email.md 5.3.3).
 */
import { uptime } from "node:os";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { CampaignKey } from "./delivery-store.ts";
import { listStalled, listUnwatched, updateHeartbeat, updateLateAsHeld } from "./downtime-guard-store.ts";
import { campaignLate } from "./events.ts";
import { updateLeasesAsExpired } from "./lease-store.ts";
import { campaignLateMail } from "./mails.ts";
import { markFailed, notifyOwner } from "./transitions.ts";

/** Holds what's late of campaigns that nothing has looked at for too long. */
export async function holdOverdue(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await updateLeasesAsExpired(db, now());
  for (const key of await listStalled(db, now())) await markFailed(platform, key, STALLED);
  for (const key of await listUnwatched(db, now())) await holdLateOf(platform, key);
  await updateHeartbeat(db, now());
}

const STALLED =
  "This instance went down as it was starting, and now it’s too late to send it without asking you.";

function holdLateOf(platform: Platform, key: CampaignKey): Promise<void> {
  return platform.write(async (ctx) => {
    const count = await updateLateAsHeld(ctx.db, key, ctx.now());
    if (count === 0) return;
    await ctx.announce(campaignLate, { account: key.user_id, subject: key.id, payload: { count } });
    await notifyOwner(ctx, key, campaignLateMail);
  });
}

/** Ticks come every minute. After as long as this without one, nothing could be sent either. */
const AWAY_S = 5 * 60;

interface Look {
  /** Seconds since the machine's start. A clock that jumps ahead has kept nothing from going out. */
  at: number;
  done: Promise<void>;
}

const looks = processLocal((): { last?: Look | undefined } => ({}));

/**
 * Until a process has held what's late, it hands nothing over and counts as no look. So at its start, and whenever
 * the database has been away or the machine has slept.
 */
export async function ensureGuarded(platform: Platform): Promise<void> {
  const { last } = looks(platform);
  if (last && uptime() - last.at < AWAY_S) return last.done;
  const look = { at: uptime(), done: holdOverdue(platform) };
  looks(platform).last = look;
  try {
    await look.done;
  } catch (error) {
    looks(platform).last = undefined;
    throw error;
  }
}

/** Notes that somebody looks after what's going out. */
export async function heartbeat(platform: Platform): Promise<void> {
  await ensureGuarded(platform);
  await updateHeartbeat(platform.db, platform.now());
  const { last } = looks(platform);
  if (last) last.at = uptime();
}
