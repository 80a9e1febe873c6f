import type * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { parseEmail } from "#src/lib/email-address.ts";
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { type Invitation, type inviteSchema, MEMBER_ERRORS } from "./contract.ts";
import { invitationRevoked, memberInvited } from "./events.ts";
import { invitationMail } from "./mails.ts";
import { requireGrantableRole, requireLimit, requireRecentSignInFor, withTeamLock } from "./members.ts";
import { ENDED_INVITATION_DAYS, INVITATION_DAYS, isWithin } from "./rules.ts";
import {
  deleteInvitation,
  deleteInvitationsBefore,
  findInvitation,
  type InvitationRow,
  isOnTeam,
  listInvitationRows,
  upsertInvitation,
} from "./store.ts";

const DAY_S = 86_400;
const ACCOUNT_INVITATIONS: Limit = {
  name: "invite-account",
  attempts: 50,
  seconds: DAY_S,
  sentence: "You can send 50 invitations a day.",
};
/** Counted across all accounts, so that many of them can't flood an inbox together. */
const ADDRESS_INVITATIONS: Limit = {
  name: "invite-address",
  attempts: 5,
  seconds: DAY_S,
  sentence: "That address has had several invitations today.",
};

export async function listInvitations(ctx: Ctx): Promise<{ items: Invitation[] }> {
  const rows = await listInvitationRows(ctx.db, ctx.account);
  const shown = rows.filter(({ invitation }) => isWithin(invitation.profile_ids, ctx.profileIds));
  return { items: shown.map(({ invitation, inviter }) => toInvitation(ctx, invitation, inviter)) };
}

function toInvitation(
  { now }: Platform,
  { id, email, role, profile_ids, created_at, expires_at, ...row }: InvitationRow,
  invited_by: string | null,
): Invitation {
  const isExpired = Date.parse(expires_at) <= now().getTime();
  const state = row.state === "declined" ? "declined" : isExpired ? "expired" : "open";
  return { id, email, role, profile_ids, invited_by, state, created_at, expires_at };
}

/**
 * Invites someone by e-mail. For an address that was already invited, the new invitation replaces the old
 * one.
 */
export async function invite(ctx: Ctx, input: z.output<typeof inviteSchema>): Promise<Invitation> {
  const email = parseEmail(input.email);
  if (!email) throw failure(MEMBER_ERRORS, "EMAIL_INVALID");
  const { role } = input;
  const inviter = await requireConfirmed(ctx);
  requireGrantableRole(ctx, role);
  const profile_ids = await requireLimit(ctx, { role, wanted: input.profile_ids });
  await requireRecentSignInFor(ctx, role);
  return send(ctx, inviter, { email, role, profile_ids });
}

/** E-mails it again, with a new link. Earlier ones no longer work. */
export async function resendInvitation(ctx: Ctx, { id }: { id: string }): Promise<Invitation> {
  const { email, role, profile_ids } = await requireInvitation(ctx, id);
  // From now on it's in the sender's name.
  const inviter = await requireConfirmed(ctx);
  requireGrantableRole(ctx, role);
  await requireRecentSignInFor(ctx, role);
  return send(ctx, inviter, { email, role, profile_ids });
}

type Wish = Pick<InvitationRow, "email" | "role" | "profile_ids">;
type Inviter = Awaited<ReturnType<typeof requireConfirmed>>;

async function send(ctx: Ctx, inviter: Inviter, wish: Wish): Promise<Invitation> {
  const { account } = ctx;
  if (await isOnTeam(ctx.db, { account, email: wish.email })) throw failure(MEMBER_ERRORS, "ALREADY_ON_TEAM");
  await ctx.limits.count(ACCOUNT_INVITATIONS, account);
  await ctx.limits.count(ADDRESS_INVITATIONS, wish.email);
  return withTeamLock(ctx, async (ctx) => {
    const now = ctx.now();
    const row = await upsertInvitation(ctx.db, {
      ...wish,
      id: ctx.newId(),
      account,
      invited_by: inviter.id,
      state: "open",
      created_at: now.toISOString(),
      expires_at: addDays(now, INVITATION_DAYS),
    });
    const { id, email, role } = row;
    await ctx.announce(memberInvited, { subject: id, payload: { role } });
    await enqueueMail(ctx, { mail: invitationMail, to: email, account, about: id, data: { id } });
    return toInvitation(ctx, row, inviter.name);
  });
}

/** Requires a confirmed address of the person, or of the key's owner, to send invitations. */
async function requireConfirmed({ db, actor, account }: Ctx): Promise<{ id: string; name: string }> {
  const id = actor.type === "person" ? actor.person.id : account;
  const person = await findPerson(db, id);
  if (!person) throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  if (!person.email_verified) throw failure(MEMBER_ERRORS, "EMAIL_UNCONFIRMED");
  return { id, name: person.name };
}

export function revokeInvitation(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return withTeamLock(ctx, async (ctx) => {
    await requireInvitation(ctx, id);
    if (!(await deleteInvitation(ctx.db, { account: ctx.account, id })))
      throw failure(MEMBER_ERRORS, "INVITATION_NOT_FOUND");
    await ctx.announce(invitationRevoked, { subject: id, payload: {} });
    return { id };
  });
}

async function requireInvitation(ctx: Ctx, id: string): Promise<InvitationRow> {
  const row = isId(id) ? await findInvitation(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row || !isWithin(row.profile_ids, ctx.profileIds))
    throw failure(MEMBER_ERRORS, "INVITATION_NOT_FOUND");
  return row;
}

export async function purgeInvitations({ db, now }: Platform): Promise<void> {
  await deleteInvitationsBefore(db, addDays(now(), -ENDED_INVITATION_DAYS));
}
