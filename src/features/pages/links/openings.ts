import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import type { Platform } from "#src/platform/context.ts";
import { findPasswordHash, updateOpenedCount } from "./store.ts";

interface Opened {
  id: string;
  profile_id: string;
  username: string;
}

/**
 * Counts a visitor through a link that only so many may open. False once that many have: the row is changed in one
 * statement with its check, so that of any number at the same time not one too many gets in. Whoever gets in counts,
 * even if their browser never arrives.
 */
export async function takeOpening(
  platform: Platform,
  { id, profile_id, username }: Opened,
): Promise<boolean> {
  const taken = await updateOpenedCount(platform.db, id);
  if (!taken) return false;
  // From here on, the page is different.
  if (taken.opened_count === taken.expires_clicks)
    await platform.write((platform) =>
      platform.invalidate(pageChanged, { profile_id, usernames: [username] }),
    );
  return true;
}

/** Returns what a link's password is checked against. */
export function passwordHashOf({ db }: Platform, id: string): Promise<string | undefined> {
  return findPasswordHash(db, id);
}
