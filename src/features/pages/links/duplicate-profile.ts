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
import { countsAsLink } from "./rows-rules.ts";
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
    const adding = rows.filter(countsAsLink).length;
    await requireAllowance(ctx, "links", { adding, profileId: copy.id });
    const copies = rows.map((row, position) => ({ ...copyOf(ctx, row), profile_id: copy.id, position }));
    const idOf = new Map(rows.map((row, at) => [row.id, copies[at]?.id ?? null]));
    await insertLinks(
      ctx.db,
      copies.map((row) => ({ ...row, parent_id: idOf.get(row.parent_id ?? "") ?? null })),
    );
    return toProfile(await recordLinkCount(ctx, copy, adding));
  };
  return withCreationLimit(ctx, () => ctx.write(make));
}

export async function purgeLinks({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteLinksOf(db, subject);
}
