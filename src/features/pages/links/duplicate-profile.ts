import { requireAllowance } from "#src/features/money/entitlements/entitlements.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import {
  copyProfile,
  type ProfileRow,
  recordLinkCount,
  toProfile,
  withCreationLimit,
} from "#src/features/pages/profiles/profiles.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { deleteChecksOf } from "./checks/checks.ts";
import { deleteVersionsOf } from "./history/history.ts";
import { copyOf } from "./links.ts";
import { countsAsLink } from "./rows-rules.ts";
import { deleteNamesOf } from "./short-names/short-names.ts";
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
    const { profile } = await copyRows(ctx, { from: input.source_profile_id, to: copy });
    return toProfile(profile);
  };
  return withCreationLimit(ctx, () => ctx.write(make));
}

/** Copies a page's rows to an empty one, in the caller's transaction. `ids` has the ids of the copies by those of the rows. */
export async function copyRows(
  ctx: Ctx,
  { from, to }: { from: string; to: ProfileRow },
): Promise<{ profile: ProfileRow; ids: ReadonlyMap<string, string> }> {
  const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: from });
  const adding = rows.filter(countsAsLink).length;
  await requireAllowance(ctx, "links", { adding, profileId: to.id });
  const copies = rows.map((row, position) => ({ ...copyOf(ctx, row), profile_id: to.id, position }));
  const ids = new Map(rows.flatMap(({ id }, at) => (copies[at] ? [[id, copies[at].id] as const] : [])));
  await insertLinks(
    ctx.db,
    copies.map((row) => ({ ...row, parent_id: ids.get(row.parent_id ?? "") ?? null })),
  );
  return { profile: await recordLinkCount(ctx, to, adding), ids };
}

export async function purgeLinks({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteLinksOf(db, subject);
  await deleteNamesOf(db, subject);
  await deleteChecksOf(db, subject);
  await deleteVersionsOf(db, subject);
}
