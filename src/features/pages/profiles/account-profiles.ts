/* All of an account's profiles at once, for changes and lists over several of them. */
import { type Ctx, canAccessProfile } from "#src/platform/context.ts";
import { listProfileRows, lockAccount, lockProfileRows, type ProfileRow } from "./store.ts";

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
