/*
 * An account is its owner's user id, so nothing in it changes when it gets another owner (`handover`): the two
 * people swap ids instead. They keep their names, addresses, and ways to sign in, and every session stays with
 * its person. What's under way with an old id ends here.
 */
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Swap } from "#src/platform/account-data-registry.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import {
  deleteEmailChanges,
  insertPlaceholderUser,
  isSessionOf,
  lockPerson,
  lockUsers,
  updateSwappedPeople,
  updateTwoFactorBindings,
} from "./id-swap-store.ts";
import { accountClosed, sessionEnded } from "./signals.ts";
import { deleteUser, deleteVerificationsOf } from "./store.ts";

export { isHandedOver, updateActiveAccounts } from "./id-swap-store.ts";

/** Keeps two people from changing until the transaction ends, including what they make for themselves. */
export async function lockOwnerAndMember({ db }: Platform, swap: Swap) {
  const rows = await lockUsers(db, [swap.account, swap.other]);
  const find = (id: string) => rows.find((row) => row.id === id);
  return { owner: find(swap.account), member: find(swap.other) };
}

/**
 * For anything that gives someone a way in, or that they would miss, written under their id: since the request
 * was let in, the id may have become another person's. Until the transaction ends, it can't.
 */
export async function requireSameIdentity({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<void> {
  if (actor.type !== "person") return;
  const { person, sessionId } = actor;
  await lockPerson(db, person.id);
  if (!(await isSessionOf(db, { id: sessionId, userId: person.id })))
    throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
}

/** `swapRest` swaps the ids wherever else they are, with the help of a third one. */
export async function swapUserIds(
  ctx: Platform,
  { account, other }: Swap,
  swapRest: (swap: Swap & { via: string }) => Promise<void>,
): Promise<void> {
  const at = ctx.now();
  const via = ctx.newId();
  // Links in their inboxes, changes of address, and Google's way back name an id.
  await deleteVerificationsOf(ctx.db, [account, other]);
  await deleteEmailChanges(ctx.db, [account, other]);
  await updateTwoFactorBindings(ctx.db, [account, other], at);
  await insertPlaceholderUser(ctx.db, { id: via, at });
  await swapRest({ account, other, via });
  await updateSwappedPeople(ctx.db, { account, other, at });
  await deleteUser(ctx.db, via);
  for (const user_id of [account, other]) {
    await ctx.invalidate(sessionEnded, { user_id });
    await ctx.invalidate(accountClosed, { user_id });
  }
}
