import { invalidatePage } from "#src/features/pages/profiles/profiles.ts";
import type { Platform } from "#src/platform/context.ts";
import type { CampaignRow } from "./store.ts";

export async function invalidateArchivePage(
  ctx: Platform,
  { user_id: account, archive_profile_id: id }: Pick<CampaignRow, "user_id" | "archive_profile_id">,
): Promise<void> {
  if (id !== null) await invalidatePage(ctx, { account, id });
}
