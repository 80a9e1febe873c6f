/*
 * Members: an account's team with its roles and profile limits. Joining starts with an invitation
 * (`invitations.ts`, `received-invitations.ts`). `team` decides what a role may do and which account a
 * request is for.
 */
import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import { grantOn, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import type { TeamRole } from "#src/lib/access.ts";
import { GENERAL_ERRORS, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Announced } from "#src/lib/event.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { type changeMemberSchema, MEMBER_ERRORS, type TeamMember } from "./contract.ts";
import {
  invitationRevoked,
  memberLeft,
  memberProfilesChanged,
  memberRemoved,
  memberRoleChanged,
} from "./events.ts";
import { removedMail } from "./mails.ts";
import { canGrantRole, isWithin, profileLimitOf } from "./rules.ts";
import { membershipChanged } from "./signals.ts";
import {
  deleteInvitationsBy,
  deleteMember,
  deleteProfileFromLimits,
  findLastRoleChange,
  insertMember,
  listMemberRows,
  lockMember,
  type MembershipRow,
  updateMember,
} from "./store.ts";

type MemberFound = NonNullable<Awaited<ReturnType<typeof lockMember>>>;

/**
 * Lists the owner, and the members that the actor may manage: limited members see only those within their own
 * limits.
 */
export async function listMembers(ctx: Ctx): Promise<{ items: TeamMember[] }> {
  const { db, account } = ctx;
  const owner = await findPerson(db, account);
  const rows = await listMemberRows(db, account);
  const shown = rows.filter(({ member }) => isWithin(member.profile_ids, ctx.profileIds));
  const { name = "", email = "", picture = null } = owner ?? {};
  const first: TeamMember = {
    id: account,
    name,
    email,
    picture,
    role: "owner",
    profile_ids: null,
    joined_at: null,
  };
  return { items: [first, ...shown.map(toMember)] };
}

function toMember({ name, email, picture, member }: MemberFound): TeamMember {
  const { user_id: id, role, profile_ids, created_at } = member;
  return { id, name, email, picture, role, profile_ids, joined_at: created_at };
}

type Change = z.output<typeof changeMemberSchema>;

/** Takes effect with the next request, and in anything already open. */
export async function changeMember(ctx: Ctx, { id, ...change }: Change): Promise<TeamMember> {
  if (change.role !== undefined) await requireRecentSignInFor(ctx, change.role, id);
  return withTeamLock(ctx, async (ctx) => {
    const found = await requireManaged(ctx, id);
    const { member } = found;
    const role = change.role ?? member.role;
    const wanted = change.profile_ids === undefined ? member.profile_ids : change.profile_ids;
    if (role !== member.role && !(await isGivingBack(ctx, id, role))) requireGrantableRole(ctx, role);
    const profile_ids = await requireLimit(ctx, { role, wanted, had: member.profile_ids });
    await updateMember(ctx.db, { account: ctx.account, id }, { role, profile_ids });
    const changed = { ...member, role, profile_ids };
    await announceChanges(ctx, member, changed);
    return toMember({ ...found, member: changed });
  });
}

/** A person who lowered someone's role may restore it. */
async function isGivingBack(ctx: Ctx, id: string, role: TeamRole): Promise<boolean> {
  const { account, actor } = ctx;
  if (actor.type !== "person") return false;
  const last = await findLastRoleChange(ctx.db, { account, id, name: memberRoleChanged.name });
  return last?.from === role && last.by === actor.person.id;
}

/** Requires proof of identity, because an intruder at an open browser could let others into the team. */
export async function requireRecentSignInFor(ctx: Ctx, role: TeamRole, id?: string): Promise<void> {
  if (!grantOf(role, "team.manage")) return;
  const found =
    id !== undefined && isPersonId(id) && (await lockMember(ctx.db, { account: ctx.account, id }));
  if (!found || found.member.role !== role) await requireRecentSignInOfPeople(ctx);
}

async function announceChanges(ctx: Ctx, before: MembershipRow, after: MembershipRow): Promise<void> {
  const { user_id: subject } = before;
  const isOtherRole = before.role !== after.role;
  const isOtherLimit = !isDeepStrictEqual(before.profile_ids, after.profile_ids);
  if (isOtherRole)
    await ctx.announce(memberRoleChanged, { subject, payload: { from: before.role, to: after.role } });
  if (isOtherLimit) {
    const payload = { from: before.profile_ids, to: after.profile_ids };
    await ctx.announce(memberProfilesChanged, { subject, payload });
  }
  if (!isOtherRole && !isOtherLimit) return;
  const keepsInviting = grantOf(after.role, "team.manage") && isWithin(before.profile_ids, after.profile_ids);
  if (!keepsInviting) await revokeInvitationsOf(ctx, subject);
  await ctx.invalidate(membershipChanged, { user_id: subject });
}

/** Their work stays. They keep their own account, and get an e-mail. */
export function removeMember(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return withTeamLock(ctx, async (ctx) => {
    const { email, member } = await requireManaged(ctx, id);
    await endMembership(ctx, member);
    await ctx.announce(memberRemoved, { subject: id, payload: { role: member.role } });
    const { account } = ctx;
    await enqueueMail(ctx, { mail: removedMail, to: email, account, data: { account, user_id: id } });
    return { id };
  });
}

/** The person leaves this request's account. Their own account isn't affected. */
export function leaveTeam(ctx: Ctx): Promise<{ id: string }> {
  const { id } = requirePerson(ctx);
  if (id === ctx.account) throw failure(MEMBER_ERRORS, "OWNER_STAYS");
  return ctx.write(async (ctx) => {
    const found = await lockMember(ctx.db, { account: ctx.account, id });
    // A second click isn't an error.
    if (!found) return { id };
    await endMembership(ctx, found.member);
    await ctx.announce(memberLeft, { subject: id, payload: { role: found.member.role } });
    return { id };
  });
}

async function endMembership(ctx: Ctx, { user_id }: MembershipRow): Promise<void> {
  await deleteMember(ctx.db, { account: ctx.account, id: user_id });
  await revokeInvitationsOf(ctx, user_id);
  await ctx.invalidate(membershipChanged, { user_id });
}

/** Removes the member who becomes the account's owner. Their invitations stay open. */
export async function removeNewOwner(
  { db }: Platform,
  place: { account: string; id: string },
): Promise<void> {
  await deleteMember(db, place);
}

/** Keeps a former owner on the account's team. */
export async function addFormerOwner(ctx: Platform, { account, id }: { account: string; id: string }) {
  await addMember(ctx, { account, id, role: "admin" });
}

/** Adds someone who needs no invitation. */
export async function addMember(
  ctx: Platform,
  { account, id, role }: { account: string; id: string; role: TeamRole },
): Promise<void> {
  const created_at = ctx.now().toISOString();
  await insertMember(ctx.db, { account, user_id: id, role, profile_ids: null, created_at });
}

/** Keeps people from returning through an invitation that they sent to themselves before leaving. */
async function revokeInvitationsOf(ctx: Ctx, id: string): Promise<void> {
  for (const subject of await deleteInvitationsBy(ctx.db, { account: ctx.account, id }))
    await ctx.announce(invitationRevoked, { subject, payload: {} });
}

/**
 * Runs changes to a team one after the other, and checks the actor again before each, so that an admin who
 * has just been removed can't add or remove anyone.
 */
export function withTeamLock<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "team", ctx.account);
    await requireSameIdentity(ctx);
    await requireStillManaging(ctx);
    return work(ctx);
  });
}

async function requireStillManaging({ db, actor, account, profileIds }: Ctx): Promise<void> {
  if (actor.type !== "person" || actor.person.id === account) return;
  const found = await lockMember(db, { account, id: actor.person.id });
  const mayManage = found && grantOf(found.member.role, "team.manage");
  if (!mayManage || !isWithin(profileIds, found.member.profile_ids))
    throw failure(GENERAL_ERRORS, "FORBIDDEN");
}

/** Returns a member whom the actor may change. Limited members find only those within their own limits. */
async function requireManaged(ctx: Ctx, id: string): Promise<MemberFound> {
  if (id === ctx.account) throw failure(MEMBER_ERRORS, "OWNER_STAYS");
  const found = isPersonId(id) ? await lockMember(ctx.db, { account: ctx.account, id }) : undefined;
  if (!found || !isWithin(found.member.profile_ids, ctx.profileIds))
    throw failure(MEMBER_ERRORS, "MEMBER_NOT_FOUND");
  if (ctx.actor.type === "person" && ctx.actor.person.id === id) throw failure(MEMBER_ERRORS, "YOURSELF");
  return found;
}

/** Nobody can grant more than they have. */
export function requireGrantableRole(ctx: Ctx, role: TeamRole): void {
  if (!canGrantRole((permission) => grantOn(ctx, permission), role))
    throw failure(MEMBER_ERRORS, "ROLE_ABOVE_YOURS");
}

interface LimitWish {
  role: TeamRole;
  wanted: readonly string[] | null | undefined;
  /** Their current limits, which may include profiles in the trash. */
  had?: readonly string[] | null;
}

/** Returns the profiles to limit someone to: the account's own, and only those that the actor can access. */
export async function requireLimit(ctx: Ctx, { role, wanted, had }: LimitWish): Promise<string[] | null> {
  const ids = profileLimitOf(role, wanted);
  if (ids === null) {
    requireWholeAccount(ctx);
    return null;
  }
  const added = ids.filter((id) => !had?.includes(id));
  if (ids.length === 0 && had?.length !== 0) throw failure(MEMBER_ERRORS, "PROFILES_REQUIRED");
  for (const id of added) await requireProfile(ctx, id);
  return ids;
}

export async function removeProfileFromLimits(
  { db }: Platform,
  { account, subject }: Announced<object>,
): Promise<void> {
  await deleteProfileFromLimits(db, { account, id: subject });
}
