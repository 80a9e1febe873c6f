import { hasAllowance, requireAllowance } from "#src/features/money/entitlements/entitlements.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { PROFILE_ERRORS, type Profile, type Restored } from "../contract.ts";
import { profileDeleted, profilePurged, profileRenamed, profileRestored } from "../events.ts";
import { isReachable, saveProfile, toProfile } from "../profiles.ts";
import { originalUsername, RESTORE_DAYS } from "../rules.ts";
import { findProfile, lockAccount, type ProfileRow, purgeDeletedProfiles } from "../store.ts";
import { deleteOldUsernames, lockUsernames } from "../usernames/username-store.ts";
import { chooseUsername } from "../usernames/usernames.ts";

/** Deletes a profile, which can be restored. Deleting it again changes nothing. */
export async function deleteProfile(ctx: Ctx, { id }: { id: string }): Promise<Profile> {
  return ctx.write(async (ctx) => {
    const row = await requireKept(ctx, id);
    if (row.deleted_at !== null) return toProfile(row);
    await ctx.announce(profileDeleted, { subject: row.id, payload: {} });
    return toProfile(await saveProfile(ctx, { row, changes: { deleted_at: ctx.now().toISOString() } }));
  });
}

/**
 * Restores a profile with its links and its status, or as inactive if there's no free slot. Its links count
 * again, so they must fit the account's current limit.
 */
export async function restoreProfile(ctx: Ctx, { id }: { id: string }): Promise<Restored> {
  return ctx.write(async (ctx) => {
    const row = await requireKept(ctx, id);
    if (row.deleted_at === null) return { ...toProfile(row), former_username: null };
    await requireAllowance(ctx, "links", { adding: row.link_count });
    const fits = row.status !== "active" || (await hasAllowance(ctx, "profiles", { adding: 1 }));
    const status = fits ? {} : ({ status: "inactive", is_active: false } as const);
    await ctx.announce(profileRestored, { subject: row.id, payload: {} });
    const { former_username, ...named } = await nameAgain(ctx, row);
    const restored = await saveProfile(ctx, { row, changes: { ...status, ...named, deleted_at: null } });
    return { ...toProfile(restored), former_username };
  });
}

/** Returns the next free name, if someone has taken the profile's. */
async function nameAgain(ctx: Ctx, { id, username: current }: ProfileRow) {
  const from = originalUsername(current);
  if (from === current) return { former_username: null };
  const username = await chooseUsername(ctx, from);
  if (username !== from) await ctx.announce(profileRenamed, { subject: id, payload: { from, to: username } });
  const username_since = ctx.now().toISOString();
  return { username, username_since, former_username: username === from ? null : from };
}

/** Returns a profile that exists, or was deleted recently enough to be restored. */
async function requireKept(ctx: Ctx, id: string): Promise<ProfileRow> {
  await lockAccount(ctx.db, ctx.account);
  // Another profile may be taking its name.
  await lockUsernames(ctx.db);
  const row = isReachable(ctx, id) ? await findProfile(ctx.db, { account: ctx.account, id }) : undefined;
  const restorableSince = addDays(ctx.now(), -RESTORE_DAYS);
  if (!row || (row.deleted_at !== null && row.deleted_at <= restorableSince)) {
    throw failure(PROFILE_ERRORS, "PROFILE_NOT_FOUND");
  }
  return row;
}

/** Permanently deletes profiles after their time in the trash, and frees names after their reservation. */
export async function purgeProfiles(platform: Platform): Promise<void> {
  const now = platform.now();
  await platform.write(async (ctx) => {
    const purged = await purgeDeletedProfiles(ctx.db, { until: addDays(now, -RESTORE_DAYS) });
    await deleteOldUsernames(ctx.db, { now: now.toISOString(), profileIds: purged.map(({ id }) => id) });
    for (const { id, user_id } of purged)
      await ctx.announce(profilePurged, { account: user_id, subject: id, payload: {} });
  });
}
