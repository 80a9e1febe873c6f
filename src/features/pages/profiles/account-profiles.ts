/* All of an account's profiles at once, for changes and lists over several of them. */
import type { PageMove } from "#src/platform/account-data-registry.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { pageChanged } from "./signals.ts";
import { findProfile, listProfileRows, lockAccount, lockProfileRows, type ProfileRow } from "./store.ts";
import { listOldUsernames } from "./usernames/username-store.ts";

/** Those that the actor may access and that aren't deleted. */
export async function listOwnProfiles(ctx: Ctx): Promise<ProfileRow[]> {
  const rows = await listProfileRows(ctx.db, ctx.account);
  return rows.filter(({ id }) => canAccessProfile(ctx, id));
}

/**
 * Like `listOwnProfiles`, and locks the account and these profiles with their links until the transaction ends, in the
 * order in which everyone locks them.
 */
export async function lockOwnProfiles(ctx: Ctx): Promise<ProfileRow[]> {
  await lockAccount(ctx.db, ctx.account);
  const rows = await lockProfileRows(ctx.db, ctx.account);
  return rows.filter(({ id }) => canAccessProfile(ctx, id));
}

/** For pages that get another account: whose they are is remembered with them, by every name that they have. */
export async function announceMove(ctx: Platform, { profileIds, from }: PageMove): Promise<void> {
  for (const id of profileIds) {
    const row = await findProfile(ctx.db, { account: from, id });
    if (!row) continue;
    const usernames = [row.username, ...(await listOldUsernames(ctx.db, id))];
    await ctx.invalidate(pageChanged, { profile_id: id, usernames });
  }
}
