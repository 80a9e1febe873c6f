/*
 * Holds parts of a batch whose time passes while nothing is running: waves by local time, messages that
 * limits left for another day, retries. A small delay is fine; after a longer one, the owner decides
 * (email.md 5.3.3).
 */
import { uptime } from "node:os";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { tellListeners } from "./batch-listener.ts";
import type { BatchKey } from "./batch-store.ts";
import { listUnwatched, updateHeartbeat, updateLateAsHeld } from "./downtime-guard-store.ts";
import { DELIVERIES } from "./send/ledger-store.ts";
import { updateLeasesAsExpired } from "./worker/message-store.ts";

/** Holds the late messages of batches whose last heartbeat is too old. */
export async function holdOverdue(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await updateLeasesAsExpired(db, DELIVERIES, now());
  await tellListeners((listener) => listener.resumed(platform));
  for (const key of await listUnwatched(db, now())) await holdLateOf(platform, key);
  await updateHeartbeat(db, now());
}

function holdLateOf(platform: Platform, key: BatchKey): Promise<void> {
  return platform.write(async (ctx) => {
    const count = await updateLateAsHeld(ctx.db, key, ctx.now());
    if (count > 0) await tellListeners((listener) => listener.late(ctx, key, count));
  });
}

/** Ticks come every minute. After this long without one, nothing could be sent either. */
const AWAY_S = 5 * 60;

interface Look {
  /** Seconds since the machine's start, because a clock's jump ahead hasn't kept anything from going out. */
  at: number;
  done: Promise<void>;
}

const looks = processLocal((): { last?: Look | undefined } => ({}));

/**
 * Until a process has held late messages, it sends nothing and doesn't count as a heartbeat. That's the case
 * at its start, and whenever the database was unavailable or the machine was asleep.
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

/** Records that a process is watching the batches under way. */
export async function heartbeat(platform: Platform): Promise<void> {
  await ensureGuarded(platform);
  await updateHeartbeat(platform.db, platform.now());
  const { last } = looks(platform);
  if (last) last.at = uptime();
}
