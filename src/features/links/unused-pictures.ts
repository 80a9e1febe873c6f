import { deleteMedia } from "#src/features/media/media.ts";
import type { Platform } from "#src/platform/context.ts";
import { touchShownPictures } from "./store.ts";

/** Twice the time between two runs: what was replaced just before one still has a day. */
const KEPT_MS = 48 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Deletes the pictures that nothing shows any more, or that were uploaded and never saved. Here because this is the last
 * slice that shows any. Each has a day at least: a form may still hold its path, and a browser the page that showed it.
 */
export async function deleteUnusedPictures(platform: Platform): Promise<void> {
  const now = platform.now();
  await touchShownPictures(platform.db, now.toISOString());
  const usedBefore = new Date(now.getTime() - KEPT_MS).toISOString();
  while ((await deleteMedia(platform.db, { usedBefore, most: BATCH })) === BATCH);
}
