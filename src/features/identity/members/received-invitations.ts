import { hash } from "node:crypto";
import { confirmEmail, requirePerson, saveActiveAccount } from "#src/features/identity/accounts/accounts.ts";
import { hasAccount } from "#src/features/identity/accounts/person/person.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MEMBER_ERRORS, type ReceivedInvitation } from "./contract.ts";
import { invitationDeclined, memberJoined } from "./events.ts";
import { membershipChanged } from "./signals.ts";
import {
  findReceivedInvitation,
  insertMember,
  listProfileNames,
  lockMember,
  updateOpenInvitation,
} from "./store.ts";

/** Nothing else can be a token, and databases reject some of it. */
const TOKEN = /^[\w-]{1,64}$/;
/** Guesses at tokens. A valid one doesn't count. */
const TOKEN_TRIES: Limit = { name: "invitation-tries", attempts: 20, seconds: 3600 };

export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

export async function getReceivedInvitation(
  visit: VisitorCtx,
  { token }: { token: string },
): Promise<ReceivedInvitation> {
  const { invitation, inviter, team } = await requireOpen(visit, token, visit.request.address);
  const { account, email, role, profile_ids, expires_at } = invitation;
  return {
    email,
    role,
    profiles: profile_ids && (await listProfileNames(visit.db, { account, ids: profile_ids })),
    team,
    invited_by: inviter?.name ?? null,
    expires_at,
    has_account: await hasAccount(visit.db, email),
  };
}

/**
 * Joins the team. The link went to the invited address, so it confirms that address. A second click isn't an
 * error. An accepted invitation doesn't bring back someone who was removed since.
 */
export async function acceptInvitation(ctx: Ctx, { token }: { token: string }) {
  const person = requirePerson(ctx);
  const { invitation, team: name } = await requireOffered(ctx, token, person.id);
  const { id, account, email } = invitation;
  if (invitation.state === "accepted") return requireJoined(ctx, { ...invitation, name });
  if (normalEmail(person.email) !== normalEmail(email)) throw failure(MEMBER_ERRORS, "WRONG_ACCOUNT");
  if (person.id === account) throw failure(MEMBER_ERRORS, "ALREADY_ON_TEAM");
  return ctx.write(async (ctx) => {
    const now = ctx.now().toISOString();
    const ended = { state: "accepted", accepted_by: person.id, email: "" } as const;
    const accepted = await updateOpenInvitation(ctx.db, { id, now }, ended);
    // Another request was faster, perhaps the same person's double click.
    if (!accepted) {
      const found = await findReceivedInvitation(ctx.db, { id });
      return requireJoined(ctx, { account, accepted_by: found?.invitation.accepted_by ?? null, name });
    }
    const { role, profile_ids } = accepted;
    const row = { account, user_id: person.id, role, profile_ids, created_at: now };
    if (!(await insertMember(ctx.db, row))) throw failure(MEMBER_ERRORS, "ALREADY_ON_TEAM");
    await confirmEmail(ctx, person);
    await saveActiveAccount(ctx, account);
    await ctx.invalidate(membershipChanged, { user_id: person.id });
    await ctx.announce(memberJoined, { account, subject: person.id, payload: { role, invitation_id: id } });
    return { account, name, role };
  });
}

async function requireJoined(
  ctx: Ctx,
  { account, accepted_by, name }: { account: string; accepted_by: string | null; name: string },
) {
  const { id } = requirePerson(ctx);
  const found = accepted_by === id ? await lockMember(ctx.db, { account, id }) : undefined;
  if (!found) throw failure(MEMBER_ERRORS, "INVITATION_GONE");
  return { account, name, role: found.member.role };
}

export async function declineInvitation(
  visit: VisitorCtx,
  { token }: { token: string },
): Promise<{ declined: true }> {
  const { invitation } = await requireOpen(visit, token, visit.request.address);
  const { id, account } = invitation;
  await visit.write(async (ctx) => {
    const now = ctx.now().toISOString();
    if (!(await updateOpenInvitation(ctx.db, { id, now }, { state: "declined" })))
      throw failure(MEMBER_ERRORS, "INVITATION_GONE");
    await ctx.announce(invitationDeclined, { account, subject: id, payload: {} });
  });
  return { declined: true };
}

async function requireOpen(platform: Platform, token: string, guesser: string) {
  const found = await requireOffered(platform, token, guesser);
  if (found.invitation.state !== "open") throw failure(MEMBER_ERRORS, "INVITATION_GONE");
  return found;
}

/** Returns the invitation for an unexpired link, whether open or not. */
async function requireOffered(platform: Platform, token: string, guesser: string) {
  const { db, limits, now } = platform;
  await limits.count(TOKEN_TRIES, guesser);
  const found = TOKEN.test(token) ? await findReceivedInvitation(db, { hash: hashToken(token) }) : undefined;
  if (!found || Date.parse(found.invitation.expires_at) <= now().getTime())
    throw failure(MEMBER_ERRORS, "INVITATION_GONE");
  await limits.uncount(TOKEN_TRIES, guesser);
  return found;
}
