import { copyPicture } from "#src/features/media/media.ts";
import { pageChanged } from "#src/features/profiles/signals.ts";
import type { Platform } from "#src/platform/context.ts";
import { keepIconPath, listFarIcons } from "./store.ts";

/**
 * Copies stored icons from other hosts to this instance, because pages don't show them otherwise. If fetching
 * one fails, it stays as it is and is tried again the next day.
 */
export async function copyStoredIcons(platform: Platform): Promise<void> {
  for (const { id, user_id, profile_id, username, url } of await listFarIcons(platform.db)) {
    const far = url.startsWith("//") ? `https:${url}` : url;
    const copy = await copyPicture(platform, far, { purpose: "icon", account: user_id });
    if (!copy.ok) continue;
    await platform.write(async (ctx) => {
      if (!(await keepIconPath(ctx.db, { id, from: url, to: copy.url }))) return;
      await ctx.invalidate(pageChanged, { profile_id, usernames: [username] });
    });
  }
}
