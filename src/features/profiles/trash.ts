import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { PROFILE_ERRORS, type Profile } from "./contract.ts";
import { profilePurged } from "./events.ts";
import { saveProfile, toProfile } from "./profiles.ts";
import { RESTORE_DAYS } from "./rules.ts";
import { hasFreeSlot } from "./slots.ts";
import { deleteOldUsernames, deleteProfilesOf, findProfile, lockAccount, type ProfileRow } from "./store.ts";

/** Deletes a profile so that it can be brought back; deleting it again changes nothing. */
export async function deleteProfile(ctx: Ctx, { id }: { id: string }): Promise<Profile> {
  return ctx.write(async (ctx) => {
    const row = await requireKept(ctx, id);
    if (row.deleted_at !== null) return toProfile(row);
    return toProfile(await saveProfile(ctx, { row, changes: { deleted_at: ctx.now().toISOString() } }));
  });
}

/** Brings a profile back with its links and its status, inactive when no slot is free for an active one. */
export async function restoreProfile(ctx: Ctx, { id }: { id: string }): Promise<Profile> {
  return ctx.write(async (ctx) => {
    const row = await requireKept(ctx, id);
    if (row.deleted_at === null) return toProfile(row);
    const fits = row.status !== "active" || (await hasFreeSlot(ctx));
    const status = fits ? {} : ({ status: "inactive", is_active: false } as const);
    return toProfile(await saveProfile(ctx, { row, changes: { ...status, deleted_at: null } }));
  });
}

/** A profile that is there, or that was deleted not too long ago. */
async function requireKept(ctx: Ctx, id: string): Promise<ProfileRow> {
  await lockAccount(ctx.db, ctx.account);
  const row = isId(id) ? await findProfile(ctx.db, { account: ctx.account, id }) : undefined;
  const restorableSince = addDays(ctx.now(), -RESTORE_DAYS);
  if (!row || (row.deleted_at !== null && row.deleted_at <= restorableSince)) {
    throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  }
  return row;
}

/** Deletes for good the profiles whose time to be brought back is over, and frees the names that are kept no longer. */
export async function purgeProfiles(platform: Platform): Promise<void> {
  const now = platform.now();
  await platform.write(async (ctx) => {
    const purged = await deleteProfilesOf(ctx.db, { until: addDays(now, -RESTORE_DAYS) });
    await deleteOldUsernames(ctx.db, { now: now.toISOString(), profileIds: purged.map(({ id }) => id) });
    for (const { id, user_id } of purged) await ctx.announce(profilePurged, { profile_id: id, user_id });
  });
}
