import type { Profile } from "#src/features/profiles/contract.ts";
import { copyProfile, noteLinksChanged, spendCreation, toProfile } from "#src/features/profiles/profiles.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { copyOf, requireRoom } from "./links.ts";
import { deleteOrphanLinks, insertLinks, listLinkRows } from "./store.ts";

/** `duplicate_profile` (spec §7): the profile with theme, settings and links in their order, without statistics. */
export async function duplicateProfile(
  ctx: Ctx,
  input: { source_profile_id: string; new_profile_name: string },
): Promise<Profile> {
  await spendCreation(ctx);
  return ctx.write(async (ctx) => {
    const copy = await copyProfile(ctx, input);
    const rows = await listLinkRows(ctx.db, { account: ctx.account, profileId: input.source_profile_id });
    await requireRoom(ctx, rows.length);
    await insertLinks(
      ctx.db,
      rows.map((row, position) => ({ ...copyOf(ctx, row), profile_id: copy.id, position })),
    );
    return toProfile(await noteLinksChanged(ctx, copy, rows.length));
  });
}

/** Deletes the links of profiles that were purged. */
export async function purgeLinks(platform: Platform): Promise<void> {
  await platform.write(({ db }) => deleteOrphanLinks(db));
}
