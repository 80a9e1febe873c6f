/* All of an account's profiles at once, for changes and lists over several of them. */
import type { PageMove } from "#src/platform/account-data-registry.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { pageChanged } from "./signals.ts";
import {
  listProfileRows,
  lockAccount,
  lockProfileRows,
  lockProfileRowsOf,
  type ProfileRow,
} from "./store.ts";
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

/**
 * Locks pages that are about to get another account, so that nobody adds anything to them meanwhile, and drops what's
 * remembered of them on every node.
 */
export async function lockMovingPages(ctx: Platform, { profileIds, from }: PageMove): Promise<void> {
  const rows = await lockProfileRowsOf(ctx.db, { account: from, ids: profileIds });
  for (const { id, username } of rows) {
    const usernames = [username, ...(await listOldUsernames(ctx.db, id))];
    await ctx.invalidate(pageChanged, { profile_id: id, usernames });
  }
}
