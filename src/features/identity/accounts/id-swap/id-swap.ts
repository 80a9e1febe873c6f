/*
 * An account is its owner's user id, so nothing in it changes when it gets another owner
 * (`ownership-transfer`): the two people swap ids instead. They keep their names, addresses, and sign-in
 * methods, and every session stays with its person. Pending actions under an old id end here.
 */
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Swap } from "#src/platform/account-data-registry.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { accountClosed, sessionEnded } from "../signals.ts";
import { deleteUser, deleteVerificationsOf } from "../store.ts";
import {
  deleteEmailChanges,
  insertPlaceholderUser,
  isSessionOf,
  lockPerson,
  lockUsers,
  updateSwappedPeople,
  updateTwoFactorBindings,
} from "./id-swap-store.ts";

export { isHandedOver, updateActiveAccounts } from "./id-swap-store.ts";

/** Locks two people and everything they create for themselves until the transaction ends. */
export async function lockOwnerAndMember({ db }: Platform, swap: Swap) {
  const rows = await lockUsers(db, [swap.account, swap.other]);
  const find = (id: string) => rows.find((row) => row.id === id);
  return { owner: find(swap.account), member: find(swap.other) };
}

/**
 * Guards writes under a person's id that grant access, or that they would miss: since the request was
 * authorized, the id may have become another person's. Until the transaction ends, it can't.
 */
export async function requireSameIdentity({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<void> {
  if (actor.type !== "person") return;
  const { person, sessionId } = actor;
  await lockPerson(db, person.id);
  if (!(await isSessionOf(db, { id: sessionId, userId: person.id })))
    throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
}

/** `swapRest` swaps the ids everywhere else, using a third one. */
export async function swapUserIds(
  ctx: Platform,
  { account, other }: Swap,
  swapRest: (swap: Swap & { via: string }) => Promise<void>,
): Promise<void> {
  const at = ctx.now();
  const via = ctx.newId();
  // Links in their inboxes, changes of address, and returns from Google contain an account's id.
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
