import { HOUR_MS, MINUTE_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { updateLastSeenAt, updateLastUsedAt } from "../sessions/session-store.ts";

const USE_NOTED_MS = 5 * MINUTE_MS;

interface Use {
  id: string;
  userId: string;
  lastUsedAt?: Date | null | undefined;
}

/** Accurate to a few minutes, so that most requests write nothing. */
export async function recordUse(platform: Platform, { id, userId, lastUsedAt }: Use): Promise<void> {
  const usedAt = platform.now();
  const ifBefore = new Date(usedAt.getTime() - USE_NOTED_MS);
  if (lastUsedAt && lastUsedAt >= ifBefore) return;
  await updateLastUsedAt(platform.db, { id, usedAt, ifBefore });
  await recordSeen(platform, userId);
}

/** Outlasts the person's sessions, by which staff couldn't sort a million accounts either. */
export async function recordSeen({ db, now }: Platform, userId: string): Promise<void> {
  const seenAt = now();
  await updateLastSeenAt(db, { userId, seenAt, ifBefore: new Date(seenAt.getTime() - HOUR_MS) });
}
