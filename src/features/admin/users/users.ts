/*
 * The instance's accounts, for its staff: finding one, seeing how it stands, and helping its owner. Nobody's
 * secrets are in any answer, and everything staff do is an event with their reason, which the owner can read.
 * Suspensions belong to `accounts`, and grants to `entitlements`.
 */
import * as z from "zod";
import { confirmEmail, requireBelow, updateRole } from "#src/features/identity/accounts/accounts.ts";
import { findAccessOf } from "#src/features/identity/accounts/impersonation/impersonation.ts";
import { enqueuePasswordLink } from "#src/features/identity/accounts/passwords/passwords.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { isBanned } from "#src/features/identity/accounts/rules.ts";
import { endAllSessions, listSessionsOf } from "#src/features/identity/accounts/sessions/sessions.ts";
import { describeSignIn } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods.ts";
import { sessionEnded } from "#src/features/identity/accounts/signals.ts";
import type { ApprovedAction } from "#src/features/identity/approvals/actions.ts";
import { actWithSecond } from "#src/features/identity/approvals/approvals.ts";
import { listActivityOf } from "#src/features/instance/audit/audit.ts";
import { UNNAMED } from "#src/features/instance/audit/contract.ts";
import { findAllowances, findUsage } from "#src/features/money/entitlements/entitlements.ts";
import type { StaffRole } from "#src/lib/access.ts";
import { GENERAL_ERRORS, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { USER_ERRORS, type User, type UserDetail, type UserFilter } from "./contract.ts";
import { emailConfirmedByStaff, resetLinkSent, roleChanged, signedOutByStaff } from "./events.ts";
import {
  ASSIGNED_ROLES,
  type AssignedRole,
  canChangeRole,
  FLAG_DAYS,
  roleOf,
  type UserOrder,
} from "./rules.ts";
import {
  findReferralFigures,
  findUser,
  listMailsTo,
  listPagesOf,
  listReachedLimits,
  listUserFigures,
  listUserRows,
  lockUser,
  type UserRow,
} from "./store.ts";

const PAGE_ROWS = 50;
const WORDS_CHARS_MAX = 200;

type OfUser = { id: string };
export type WithReason = OfUser & { reason: string };

export async function listUsers(
  ctx: StaffCtx,
  { cursor, order, ...filter }: UserFilter & { cursor?: string | undefined; order: UserOrder },
) {
  const { rows, ...page } = await listUserRows(ctx.db, searchOf(ctx, filter), {
    cursor,
    order,
    rows: PAGE_ROWS,
  });
  return { ...page, items: await toUsers(ctx, rows) };
}

export function searchOf({ now }: Platform, { q = "", ...filter }: UserFilter) {
  return { ...filter, q: cleanText(q, WORDS_CHARS_MAX), now: now() };
}

export async function getUser(ctx: StaffCtx, { id }: OfUser): Promise<UserDetail> {
  const row = await requireUser(ctx, id);
  const [user] = await toUsers(ctx, [row]);
  if (!user) throw failure(USER_ERRORS, "ACCOUNT_NOT_FOUND");
  const { db } = ctx;
  const { profiles, links } = await findAllowances(ctx, id);
  return {
    ...user,
    ban: isBanned(row, ctx.now())
      ? { reason: row.banReason ?? "", until: row.banExpires?.toISOString() ?? null }
      : null,
    deletion_due_at: row.deletionDueAt?.toISOString() ?? null,
    language: row.language,
    time_zone: row.timeZone,
    sign_in: await describeSignIn(db, id),
    staff_access: await findAccessOf(ctx, id),
    allowances: {
      profiles: { ...profiles, used: await findUsage(ctx, "profiles", id) },
      links: { ...links, used: await findUsage(ctx, "links", id) },
    },
    pages: await listPagesOf(db, id),
    referrals: await findReferralFigures(db, id),
  };
}

export async function listUserSessions(ctx: StaffCtx, { id }: OfUser) {
  await requireVisible(ctx, id);
  return { items: await listSessionsOf(ctx, id) };
}

/** Lists what the instance sent to a person's address, without what it said. */
export async function listUserMails(ctx: StaffCtx, { id }: OfUser) {
  const { email } = await requireVisible(ctx, id);
  const rows = await listMailsTo(ctx.db, email);
  const items = rows.map(({ id, template, state, kept_as, outcome, created_at }) => ({
    id,
    label: ctx.mail.handlers.get(template)?.mail.label ?? template,
    state,
    is_kept: kept_as !== null,
    outcome,
    created_at,
  }));
  return { items };
}

/** Lists what was refused to them lately because it was too much, so that staff can tell a limit from a fault. */
export async function listUserLimits(ctx: StaffCtx, { id }: OfUser) {
  await requireVisible(ctx, id);
  const since = new Date(ctx.now().getTime() - FLAG_DAYS * DAY_MS);
  const rows = await listReachedLimits(ctx.db, { account: id, since });
  return { items: rows.map((row) => ({ ...row, last_at: new Date(row.last_at).toISOString() })) };
}

export async function listUserActivity(
  ctx: StaffCtx,
  { id, cursor }: OfUser & { cursor?: string | undefined },
) {
  await requireVisible(ctx, id);
  const { items, ...page } = await listActivityOf(ctx, { account: id, cursor });
  const unnamed: readonly string[] = Object.values(UNNAMED);
  return {
    ...page,
    items: items.map(({ id, time, what, by, who, through }) => ({
      id,
      time,
      what,
      who: by === null || unnamed.includes(who) ? null : who,
      through,
    })),
  };
}

/** For people whose link doesn't arrive. Staff have to know by other means that the address is theirs. */
export async function confirmEmailFor(ctx: StaffCtx, { id, reason }: WithReason) {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    const row = await requireHelpable(ctx, id);
    if (row.emailVerified) throw failure(USER_ERRORS, "EMAIL_CONFIRMED");
    await confirmEmail(ctx, { id, email_verified: false });
    await ctx.announce(emailConfirmedByStaff, { account: id, subject: id, payload: { reason } });
    return { email_verified: true };
  });
}

/** The link goes to the person's own address, and staff never see it. */
export async function sendResetLink(ctx: StaffCtx, { id, reason }: WithReason): Promise<{ to: string }> {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    const { email } = await requireHelpable(ctx, id);
    await enqueuePasswordLink(ctx, { id, email });
    await ctx.announce(resetLinkSent, { account: id, subject: id, payload: { reason } });
    return { to: email };
  });
}

export async function signOutUser(ctx: StaffCtx, { id, reason }: WithReason): Promise<{ ended: number }> {
  requireReason(reason);
  return ctx.write(async (ctx) => {
    await requireHelpable(ctx, id);
    const ended = await endAllSessions(ctx, id);
    if (ended === 0) throw failure(USER_ERRORS, "NOT_SIGNED_IN");
    await ctx.announce(signedOutByStaff, { account: id, subject: id, payload: { reason, ended } });
    return { ended };
  });
}

/** Takes a fresh proof of who asks. What staff may do changes with their next request, on every node. */
export async function changeRole(
  ctx: StaffCtx,
  { id, reason, role }: WithReason & { role: AssignedRole },
): Promise<{ role: string; approval_id: string | null }> {
  const { actor } = ctx;
  if (actor.type !== "staff") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  requireReason(reason);
  await requireRecentProof(ctx, actor);
  return ctx.write(async (ctx) => {
    const was = await requireAppointable(ctx, { id, role });
    const data = { id, role, reason };
    if (role !== "admin" || was === role) return { role: await saveRole(ctx, data), approval_id: null };
    const approval_id = await actWithSecond(ctx, appointAdmin, { account: id, reason, data });
    return { role: approval_id === null ? role : was, approval_id };
  });
}

const appointment = z.object({ id: z.string(), role: z.enum(ASSIGNED_ROLES), reason: z.string() });
type Appointment = z.output<typeof appointment>;

/** Whoever gets it may do almost everything to everybody. */
export const appointAdmin: ApprovedAction<Appointment> = {
  name: "account.appoint-admin",
  area: "staff",
  label: "Make an administrator",
  data: appointment,
  run: saveRole,
};

/** Returns the role that they have. */
async function requireAppointable(
  ctx: StaffCtx,
  { id, role }: Pick<Appointment, "id" | "role">,
): Promise<StaffRole | "user"> {
  const row = await requireLocked(ctx, id);
  const by = ctx.actor.type === "staff" ? ctx.actor.person.id : "";
  if (!canChangeRole({ by, id, from: row.role })) throw failure(USER_ERRORS, "ROLE_NOT_YOURS");
  if (role !== "user" && (isBanned(row, ctx.now()) || row.deletionDueAt !== null))
    throw failure(USER_ERRORS, "ACCOUNT_CLOSED_NOW");
  return roleOf(row.role);
}

async function saveRole(ctx: StaffCtx, { id, role, reason }: Appointment): Promise<string> {
  const was = await requireAppointable(ctx, { id, role });
  if (was === role) return role;
  await updateRole(ctx.db, id, role);
  await ctx.announce(roleChanged, { account: id, subject: id, payload: { reason, role, was } });
  await ctx.invalidate(sessionEnded, { user_id: id });
  return role;
}

export function requireReason(reason: string): void {
  if (reason === "") throw failure(USER_ERRORS, "REASON_MISSING");
}

/** For what tells something about a person's devices and days. Staff don't see it of those above them. */
async function requireVisible(ctx: StaffCtx, id: string): Promise<UserRow> {
  const row = await requireUser(ctx, id);
  if (ctx.actor.type !== "staff" || ctx.actor.person.id !== id) requireBelow(ctx, row.role);
  return row;
}

export async function requireUser({ db }: Platform, id: string): Promise<UserRow> {
  const row = isPersonId(id) ? await findUser(db, id) : undefined;
  if (!row) throw failure(USER_ERRORS, "ACCOUNT_NOT_FOUND");
  return row;
}

/** Holds the lock until the transaction ends. */
async function requireLocked({ db }: Platform, id: string): Promise<UserRow> {
  const row = isPersonId(id) ? await lockUser(db, id) : undefined;
  if (!row) throw failure(USER_ERRORS, "ACCOUNT_NOT_FOUND");
  return row;
}

/** For what staff do to people who aren't above them. */
export async function requireHelpable(ctx: StaffCtx, id: string): Promise<UserRow> {
  const row = await requireLocked(ctx, id);
  requireBelow(ctx, row.role);
  return row;
}

async function toUsers(ctx: Platform, rows: readonly UserRow[]): Promise<User[]> {
  const now = ctx.now();
  const figures = await listUserFigures(ctx.db, { ids: rows.map(({ id }) => id), now });
  return rows.map((row) => {
    const { has_premium = false, profiles = 0, usernames = [] } = figures.get(row.id) ?? {};
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      email_verified: row.emailVerified,
      role: roleOf(row.role),
      state: stateOf(row, now),
      plan: has_premium ? "premium" : "free",
      profiles,
      usernames,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
    };
  });
}

function stateOf(row: UserRow, now: Date): User["state"] {
  if (isBanned(row, now)) return "suspended";
  return row.deletionDueAt === null ? "active" : "leaving";
}
