/* What becomes of pictures that nothing shows anymore. */
import type { Platform } from "#src/platform/context.ts";
import { picturePlaces } from "./picture-places.ts";
import { UNUSED_DAYS_MAX, UNUSED_PICTURES_MAX } from "./rules.ts";
import { deleteCopies, deleteUnusedUploads, updateMediaUsedAtIn } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Twice the interval of runs, so that even a picture replaced right before one is kept for a day. */
const KEPT_MS = 2 * DAY_MS;
const BATCH = 500;

/**
 * Deletes what nobody would miss: copies that aren't shown anymore, and uploads that haven't been for a year or that
 * the account has too many of. Each is kept for at least a day: a form may still have its path, or a browser the page
 * that showed it.
 */
export async function deleteUnusedPictures(platform: Platform): Promise<void> {
  const now = platform.now();
  await updateMediaUsedAtIn(platform.db, { places: picturePlaces(), used_at: now.toISOString() });
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const copies = { usedBefore: before(KEPT_MS), most: BATCH };
  while ((await deleteCopies(platform.db, copies)) === BATCH);
  const uploads = { ...copies, longBefore: before(UNUSED_DAYS_MAX * DAY_MS), keep: UNUSED_PICTURES_MAX };
  while ((await deleteUnusedUploads(platform.db, uploads)) === BATCH);
}
