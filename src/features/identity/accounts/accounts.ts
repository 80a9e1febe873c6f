/*
 * Accounts: the signed-in person, closing and deleting an account, and the instance's public data.
 * better-auth (`auth/`) handles signing up and in, with links by e-mail (`email-links/`), Google (`google/`),
 * and known devices. Passkeys (`passkeys/`) and codes as a second step (`two-factor/`) are our own. `person/`
 * has personal settings, `reauthentication.ts` requires proof of identity before irreversible actions, `bans/`
 * locks accounts out, and `id-swap/` gives one another owner. Teams and staff roles belong to `team`.
 */
import { BRAND_COLOR, INSTANCE_NAME, LOGO, SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Member, Person, Platform, Staff, StaffCtx } from "#src/platform/context.ts";
import { inTransaction } from "./auth-transaction.ts";
import { ACCOUNT_ERRORS } from "./contract.ts";
import { emailLinks } from "./email-links/email-links.ts";
import { about, deletionCanceled, deletionRequested } from "./events.ts";
import { requireSameIdentity } from "./id-swap/id-swap.ts";
import { canActOn, hasDomain } from "./rules.ts";
import { deleteOtherSessions } from "./sessions/session-store.ts";
import { SIGN_UPS } from "./settings.ts";
import { accountClosed, sessionEnded } from "./signals.ts";
import {
  deleteSessions,
  deleteUser,
  deleteVerificationsOf,
  findDeletionDue,
  hasFounder,
  updateActiveAccount,
  updateDeletionDue,
} from "./store.ts";

export { findDeletionDue, hasFounder, isClosed, listDueForDeletion, updateRole } from "./store.ts";

/** Returns the signed-in person. Personal settings are off limits for API keys and colleagues. */
export function requireMember({ actor }: Pick<Ctx, "actor">): Member {
  if (actor.type !== "person") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return actor;
}

export function requirePerson(ctx: Pick<Ctx, "actor">): Person {
  return requireMember(ctx).person;
}

/**
 * Guards what staff do to somebody, for them or against them: only the founder acts on others of the staff, and
 * nobody on the founder. Otherwise support could take over an administrator's account step by step.
 */
export function requireBelow({ actor }: Pick<StaffCtx, "actor">, role: string | null): void {
  if (!canActOn(actor.type === "staff" ? actor.role : "", role))
    throw failure(ACCOUNT_ERRORS, "ACCOUNT_IS_STAFF");
}

/** For what takes somebody's name, as no process has one. */
export function requireStaff({ actor }: Pick<StaffCtx, "actor">): Staff {
  if (actor.type !== "staff") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  return actor;
}

export function requireResponsiblePersonId(ctx: Pick<Ctx, "actor">): string {
  return ctx.actor.type === "api-key" ? ctx.actor.maker : requirePerson(ctx).id;
}

/**
 * Confirms a person's address because they've opened a link that another slice sent there, or because staff know
 * that it's theirs.
 */
export function confirmEmail(
  platform: Platform,
  { id, email_verified }: Pick<Person, "id" | "email_verified">,
): Promise<void> {
  return inTransaction(platform, () => emailLinks(platform).confirm({ id, emailVerified: email_verified }));
}

/** Stores, with the person's session, the account that they continue in; null for their own. */
export async function saveActiveAccount(ctx: Ctx, account: string | null): Promise<void> {
  await updateActiveAccount(ctx.db, requireMember(ctx).sessionId, account);
}

/** Returns the instance's public data, and whether it can send e-mail. */
export async function getInstance({ instance, settings, mail, db }: Platform) {
  const { publicUrl, pagesUrl } = instance;
  return {
    name: settings.get(INSTANCE_NAME),
    logo: settings.get(LOGO),
    brand_color: settings.get(BRAND_COLOR),
    support_address: settings.get(SUPPORT_ADDRESS),
    public_url: publicUrl,
    pages_url: pagesUrl,
    needs_founder: !(await hasFounder(db)),
    sign_ups: settings.get(SIGN_UPS),
    sends_email: mail.delivery === "smtp",
    offers_google: instance.offersGoogle,
    offers_passkeys: hasDomain(publicUrl),
  };
}

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

/** Does the same for staff: every session ends, and whoever signs in again can still keep the account. */
export async function closeAccountFor(
  platform: StaffCtx,
  { id, dueAt, reason }: { id: string; dueAt: Date; reason: string },
): Promise<boolean> {
  return platform.write(async (ctx) => {
    if (!(await updateDeletionDue(ctx.db, { id, dueAt }))) return false;
    await deleteSessions(ctx.db, id);
    await ctx.invalidate(accountClosed, { user_id: id });
    const payload = { due_at: dueAt.toISOString(), reason };
    await ctx.announce(deletionRequested, { account: id, subject: id, payload });
    await ctx.invalidate(sessionEnded, { user_id: id });
    return true;
  });
}

/** False if the account isn't waiting to be deleted, or its time is over. */
export async function keepAccountFor(platform: StaffCtx, id: string): Promise<boolean> {
  return platform.write(async (ctx) => {
    if (!(await updateDeletionDue(ctx.db, { id, dueAt: null, after: ctx.now() }))) return false;
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.announce(deletionCanceled, about({ id }));
    return true;
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
