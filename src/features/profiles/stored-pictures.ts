import { copyPicture } from "#src/features/media/media.ts";
import type { Platform } from "#src/platform/context.ts";
import { pageChanged } from "./signals.ts";
import { keepPicturePath, listFarPictures, listOldUsernames } from "./store.ts";

const FIELDS = [
  { field: "profile_picture_url", purpose: "avatar" },
  { field: "background_image_url", purpose: "background" },
] as const;

/**
 * Copies stored pictures from other hosts to this instance, because pages don't show them otherwise. If
 * fetching one fails, it stays as it is and is tried again the next day.
 */
export async function copyStoredPictures(platform: Platform): Promise<void> {
  for (const { field, purpose } of FIELDS) {
    for (const { id, user_id, url } of await listFarPictures(platform.db, field)) {
      const far = url.startsWith("//") ? `https:${url}` : url;
      const copy = await copyPicture(platform, far, { purpose, account: user_id });
      if (!copy.ok) continue;
      await platform.write(async (ctx) => {
        const username = await keepPicturePath(ctx.db, { id, field, from: url, to: copy.url });
        if (username === undefined) return;
        const usernames = [username, ...(await listOldUsernames(ctx.db, id))];
        await ctx.invalidate(pageChanged, { profile_id: id, usernames });
      });
    }
  }
}
