import { user } from "#src/features/identity/accounts/tables.ts";
import { GALLERY_PICTURES, links } from "#src/features/pages/links/tables.ts";
import { deleteMedia, updateMediaUsedAtIn } from "#src/features/pages/media/media.ts";
import { VERSION_PICTURES } from "#src/features/pages/page-versions/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Platform } from "#src/platform/context.ts";
import { settings } from "#src/platform/tables.ts";
import { mailPictures } from "../tables.ts";

/** Twice the interval of runs, so that even a picture replaced right before one is kept for a day. */
const KEPT_MS = 48 * 60 * 60 * 1000;
const BATCH = 500;

/** The columns with pictures in all slices. */
const SHOWN = [
  clientProfiles.profile_picture_url,
  clientProfiles.background_image_url,
  links.icon,
  links.picture_url,
  settings.value,
  user.image,
  mailPictures.path,
];

/**
 * Deletes pictures that aren't shown anymore, or that were uploaded but never saved. It's here because no
 * later slice shows pictures. Each is kept for at least a day: a form may still have its path, or a browser
 * the page that showed it.
 */
export async function deleteUnusedPictures(platform: Platform): Promise<void> {
  const now = platform.now();
  await updateMediaUsedAtIn(platform.db, {
    columns: SHOWN,
    lists: [GALLERY_PICTURES, VERSION_PICTURES],
    used_at: now.toISOString(),
  });
  const usedBefore = new Date(now.getTime() - KEPT_MS).toISOString();
  while ((await deleteMedia(platform.db, { usedBefore, most: BATCH })) === BATCH);
}
