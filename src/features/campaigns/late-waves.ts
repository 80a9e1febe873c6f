/*
 * Parts of a campaign whose time passes while nothing is running: waves by everyone's own clock, what limits left
 * for another day, further tries. A little late they go out; later, their owner is asked (email.md 5.3.3).
 */
import { uptime } from "node:os";
import type { Platform } from "#src/platform/context.ts";
import { perProcess } from "#src/platform/per-process.ts";
import { campaignLate } from "./events.ts";
import { holdLateRows, listStalled, listUnwatched, noteLooked } from "./late-store.ts";
import { expireLeases } from "./lease-store.ts";
import type { CampaignKey } from "./ledger-store.ts";
import { campaignLateMail } from "./mails.ts";
import { failCampaign, tellOwner } from "./moving.ts";

/** Holds what's late of campaigns that nothing has looked at for too long. */
export async function holdLate(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await expireLeases(db, now());
  for (const key of await listStalled(db, now())) await failCampaign(platform, key, STALLED);
  for (const key of await listUnwatched(db, now())) await holdLateOf(platform, key);
  await noteLooked(db, now());
}

const STALLED =
  "This instance went down as it was starting, and now it’s too late to send it without asking you.";

function holdLateOf(platform: Platform, key: CampaignKey): Promise<void> {
  return platform.write(async (ctx) => {
    const count = await holdLateRows(ctx.db, key, ctx.now());
    if (count === 0) return;
    await ctx.announce(campaignLate, { account: key.user_id, subject: key.id, payload: { count } });
    await tellOwner(ctx, key, campaignLateMail);
  });
}

/** Ticks come every minute. After as long as this without one, nothing could be sent either. */
const AWAY_S = 5 * 60;

interface Look {
  /** Seconds since the machine's start. A clock that jumps ahead has kept nothing from going out. */
  at: number;
  done: Promise<void>;
}

const looks = perProcess((): { last?: Look | undefined } => ({}));

/**
 * Until a process has held what's late, it hands nothing over and counts as no look. So at its start, and whenever
 * the database has been away or the machine has slept.
 */
export async function lookFirst(platform: Platform): Promise<void> {
  const { last } = looks(platform);
  if (last && uptime() - last.at < AWAY_S) return last.done;
  const look = { at: uptime(), done: holdLate(platform) };
  looks(platform).last = look;
  try {
    await look.done;
  } catch (error) {
    looks(platform).last = undefined;
    throw error;
  }
}

/** Notes that somebody looks after what's going out. */
export async function lookAfter(platform: Platform): Promise<void> {
  await lookFirst(platform);
  await noteLooked(platform.db, platform.now());
  const { last } = looks(platform);
  if (last) last.at = uptime();
}
