import { deleteMedia } from "#src/features/media/media.ts";
import type { Platform } from "#src/platform/context.ts";
import { listUnusedPictures } from "./store.ts";

const KEPT_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Deletes the pictures that nothing shows any more, or that were uploaded and never saved. Here because this is the last
 * slice that shows any. Each has a day: a form may still hold its path, and a browser the page that showed it.
 */
export async function deleteUnusedPictures(platform: Platform): Promise<void> {
  const usedBefore = new Date(platform.now().getTime() - KEPT_MS).toISOString();
  let ids: string[];
  do {
    ids = await listUnusedPictures(platform.db, { usedBefore, most: BATCH });
    await deleteMedia(platform.db, { ids, usedBefore });
  } while (ids.length === BATCH);
}
