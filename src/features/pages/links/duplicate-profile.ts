import { requireAllowance } from "#src/features/money/entitlements/entitlements.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import {
  copyProfile,
  recordLinkCount,
  toProfile,
  withCreationLimit,
} from "#src/features/pages/profiles/profiles.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { copyOf } from "./links.ts";
import { deleteLinksOf, insertLinks, listLinkRows } from "./store.ts";

/**
 * `duplicate_profile` (spec §7): copies the profile with theme, settings and links in their order, without
 * statistics.
 */
export async function duplicateProfile(
  ctx: Ctx,
  input: { source_profile_id: string; new_profile_name: string },
): Promise<Profile> {
  const make = async (ctx: Ctx) => {
    const copy = await copyProfile(ctx, input);
    const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: input.source_profile_id });
    await requireAllowance(ctx, "links", { adding: rows.length, profileId: copy.id });
    await insertLinks(
      ctx.db,
      rows.map((row, position) => ({ ...copyOf(ctx, row), profile_id: copy.id, position })),
    );
    return toProfile(await recordLinkCount(ctx, copy, rows.length));
  };
  return withCreationLimit(ctx, () => ctx.write(make));
}

export async function purgeLinks({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteLinksOf(db, subject);
}
