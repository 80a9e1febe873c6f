/*
 * Parts of a campaign whose time passes while nothing is running: waves by everyone's own clock, what limits left
 * for another day, further tries. A little late they go out; later, their owner is asked (email.md 5.3.3).
 */
import type { Platform } from "#src/platform/context.ts";
import { perProcess } from "#src/platform/per-process.ts";
import { campaignLate } from "./events.ts";
import { holdLateRows, listStalled, listUnwatched, noteLooked } from "./late-store.ts";
import { expireLeases } from "./lease-store.ts";
import type { CampaignKey } from "./ledger-store.ts";
import { campaignLateMail } from "./mails.ts";
import { failCampaign, tellOwner } from "./moving.ts";

/**
 * Holds what's late of campaigns that nothing has looked at for too long. Only at a process's start: a clock that
 * jumps ahead while one is running has kept nothing from going out.
 */
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

const firstLooks = perProcess(() => new Map<"first", Promise<void>>());

/** Until a process has held what's late, it hands nothing over and counts as no look. */
export async function firstLook(platform: Platform): Promise<void> {
  const looks = firstLooks(platform);
  const look = looks.get("first") ?? holdLate(platform);
  looks.set("first", look);
  try {
    await look;
  } catch (error) {
    looks.delete("first");
    throw error;
  }
}
