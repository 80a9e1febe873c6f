import { failure } from "#src/lib/errors.ts";
import type { Ctx, Member, Platform } from "#src/platform/context.ts";
import { ACCOUNT_ERRORS } from "./contract.ts";
import { about, deletionCanceled, deletionRequested } from "./events.ts";
import { requireSameIdentity } from "./id-swap.ts";
import { requirePerson } from "./require-actor.ts";
import { deleteOtherSessions } from "./session-store.ts";
import { accountClosed, sessionEnded } from "./signals.ts";
import { deleteUser, deleteVerificationsOf, findDeletionDue, updateDeletionDue } from "./store.ts";

/**
 * Closes the person's account until it's deleted: its pages disappear and its keys and team lose access, at
 * once and on every node. Only the current session stays, so that they can change their mind. Returns the due
 * time, which doesn't change if the account is already closed.
 */
export async function closeAccount(
  platform: Platform,
  { member, dueAt }: { member: Member; dueAt: Date },
): Promise<{ dueAt: Date | null; isNew: boolean }> {
  const { person, sessionId } = member;
  const { id } = person;
  return platform.write(async (ctx) => {
    await requireSameIdentity({ db: ctx.db, actor: member });
    if (!(await updateDeletionDue(ctx.db, { id, dueAt })))
      return { dueAt: await findDeletionDue(ctx.db, id), isNew: false };
    await deleteOtherSessions(ctx.db, { userId: id, id: sessionId });
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.announce(deletionRequested, {
      account: id,
      subject: id,
      payload: { due_at: dueAt.toISOString() },
    });
    await ctx.invalidate(sessionEnded, { user_id: id });
    return { dueAt, isNew: true };
  });
}

/** Reopens the person's closed account with everything in it, unless its time is over. */
export function cancelDeletion(ctx: Ctx): Promise<{ due_at: null }> {
  const { id } = requirePerson(ctx);
  return ctx.write(async (ctx) => {
    if (!(await updateDeletionDue(ctx.db, { id, dueAt: null, after: ctx.now() })))
      throw failure(ACCOUNT_ERRORS, "DELETION_NOT_PENDING");
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.announce(deletionCanceled, about({ id }));
    return { due_at: null };
  });
}

/** Deletes the person and their sign-in methods. Everything else is already gone by then. */
export async function deletePerson(
  platform: Platform,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await platform.write(async (ctx) => {
    await deleteVerificationsOf(ctx.db, [id, email]);
    await deleteUser(ctx.db, id);
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.invalidate(sessionEnded, { user_id: id });
  });
}
