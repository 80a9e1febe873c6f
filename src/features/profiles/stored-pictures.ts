import { copyPicture } from "#src/features/media/media.ts";
import type { Platform } from "#src/platform/context.ts";
import { pageChanged } from "./events.ts";
import { keepPicturePath, listFarPictures, listOldUsernames } from "./store.ts";

const FIELDS = [
  { field: "profile_picture_url", purpose: "avatar" },
  { field: "background_image_url", purpose: "background" },
] as const;

/**
 * Puts our own copies in place of stored URLs of other hosts, which pages do not show. One that cannot be fetched stays as
 * it is and is tried again the next day.
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
        await ctx.announce(pageChanged, { profile_id: id, usernames });
      });
    }
  }
}
