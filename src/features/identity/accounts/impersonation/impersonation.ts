/*
 * Staff who work in somebody's account for half an hour. A session of theirs gets access to the account beside
 * its own; `team/authorize.ts` decides with every request what that allows. The account's owner is told by
 * e-mail, and reads every step in their activity log.
 */

import * as z from "zod";
import { requireStaff } from "#src/features/identity/accounts/accounts.ts";
import type { ActingLevel, Permission } from "#src/lib/access.ts";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { DAY_MS, MINUTE_MS } from "#src/lib/time.ts";
import type { Ctx, Platform, Staff, StaffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { requireBelow } from "../accounts.ts";
import {
  impersonationEnded,
  impersonationLooked,
  impersonationStarted,
  staffAccessChanged,
} from "../events.ts";
import { requireRecentProof } from "../reauthentication.ts";
import { canActOn, isBanned } from "../rules.ts";
import { sessionEnded } from "../signals.ts";
import { lockBan, updateActiveAccount } from "../store.ts";
import { IMPERSONATION_ERRORS, type StaffAccessAnswer } from "./impersonation-contract.ts";
import { impersonationMail } from "./impersonation-mails.ts";
import { IMPERSONATION_MINUTES, levelFor } from "./impersonation-rules.ts";
import {
  deleteStaffAccess,
  type FoundImpersonation,
  findImpersonation,
  findStaffAccess,
  type ImpersonationRow,
  insertImpersonation,
  updateAreas,
  updateEnded,
  updateLeft,
  upsertStaffAccess,
} from "./impersonation-store.ts";

export type { FoundImpersonation } from "./impersonation-store.ts";

const ofImpersonation = z.object({ id: z.string() });

/** Ends it at its time on every node, with what's open of it. No request gets in later than that anyway. */
export const impersonationOverJob: JobType<z.output<typeof ofImpersonation>> = {
  name: "accounts.impersonation-over",
  data: ofImpersonation,
};

/** Takes a fresh proof of who asks. Another one of the same session ends. */
export async function impersonate(
  ctx: StaffCtx,
  { id: account, reason, level }: { id: string; reason: string; level: ActingLevel },
) {
  const { person, role, sessionId } = requireStaff(ctx);
  if (reason === "") throw failure(IMPERSONATION_ERRORS, "REASON_MISSING");
  await requireRecentProof(ctx, { person, sessionId });
  return ctx.write(async (ctx) => {
    const { email } = await requireOpenPerson(ctx, account);
    const consent = await findStaffAccess(ctx.db, { account, now: ctx.now() });
    const allowed = levelFor(role, consent?.level ?? null);
    if (allowed === null || (level === "change" && allowed === "look"))
      throw failure(IMPERSONATION_ERRORS, "CONSENT_MISSING");
    await endAll(ctx, { sessionId });
    const id = ctx.newId();
    const startedAt = ctx.now();
    const endsAt = new Date(startedAt.getTime() + IMPERSONATION_MINUTES * MINUTE_MS);
    await insertImpersonation(ctx.db, {
      id,
      account,
      staff: person.id,
      sessionId,
      level,
      reason,
      startedAt,
      endsAt,
    });
    await updateActiveAccount(ctx.db, sessionId, account);
    const ends_at = endsAt.toISOString();
    await ctx.announce(impersonationStarted, { account, subject: id, payload: { level, reason, ends_at } });
    await enqueueMail(ctx, { mail: impersonationMail, to: email, account, data: { id } });
    await ctx.enqueue(impersonationOverJob, { id }, { delaySeconds: IMPERSONATION_MINUTES * 60 });
    return { account, level, ends_at };
  });
}

/** Holds the lock until the transaction ends. */
async function requireOpenPerson(ctx: StaffCtx, id: string) {
  const person = isPersonId(id) ? await lockBan(ctx.db, id) : undefined;
  if (!person) throw failure(IMPERSONATION_ERRORS, "ACCOUNT_NOT_FOUND");
  requireBelow(ctx, person.role);
  if (isBanned(person, ctx.now()) || person.deletionDueAt !== null)
    throw failure(IMPERSONATION_ERRORS, "ACCOUNT_NOT_OPEN");
  return person;
}

export async function endImpersonation(ctx: StaffCtx): Promise<{ ended: string[] }> {
  const { sessionId } = requireStaff(ctx);
  return ctx.write(async (ctx) => {
    const ended = await endAll(ctx, { sessionId });
    return { ended: ended.map(({ account }) => account) };
  });
}

export async function endOverdueImpersonation(platform: Platform, { id }: { id: string }): Promise<void> {
  await platform.write(async (ctx) => {
    await endAll(ctx, { id });
  });
}

async function endAll<C extends Platform>(
  ctx: C,
  which: { sessionId: string } | { id: string },
): Promise<ImpersonationRow[]> {
  const rows = await updateEnded(ctx.db, { ...which, now: ctx.now() });
  for (const { id, account, sessionId } of rows) {
    await updateLeft(ctx.db, { sessionId, account });
    await (ctx as Platform).announce(impersonationEnded, { account, subject: id, payload: {} });
    // Open streams of the account are checked again, on every node.
    await ctx.invalidate(sessionEnded, { user_id: account });
  }
  return rows;
}

/** Returns what a session of staff may do in an account at this moment. Undefined if nothing. */
export async function findActing(
  { db, now }: Platform,
  { role, sessionId, account }: { role: Staff["role"]; sessionId: string; account: string },
): Promise<FoundImpersonation | undefined> {
  const found = await findImpersonation(db, { sessionId, account, now: now() });
  if (!found || !canActOn(role, found.role)) return undefined;
  // The owner may have changed their mind since.
  const allowed = levelFor(role, found.consent);
  if (allowed === null) return undefined;
  return { ...found, level: allowed === "look" ? "look" : found.level };
}

/** Records once for each impersonation that something of the account was looked at. */
export async function recordLook(
  ctx: Ctx,
  { id, areas }: FoundImpersonation,
  permission: Permission,
): Promise<void> {
  if (areas.includes(permission)) return;
  await ctx.write(async (ctx) => {
    if (await updateAreas(ctx.db, { id, area: permission }))
      await ctx.announce(impersonationLooked, { subject: id, payload: { area: permission } });
  });
}

/** For what support does only with the owner's consent. */
export async function requireConsent(ctx: StaffCtx, account: string): Promise<void> {
  const found = await findStaffAccess(ctx.db, { account, now: ctx.now() });
  if (levelFor(requireStaff(ctx).role, found?.level ?? null) === null)
    throw failure(IMPERSONATION_ERRORS, "CONSENT_MISSING");
}

/** What an account's owner lets staff do now, for staff. */
export async function findAccessOf({ db, now }: Platform, account: string) {
  const found = await findStaffAccess(db, { account, now: now() });
  return found ? { level: found.level, ends_at: found.endsAt.toISOString() } : null;
}

export async function getStaffAccess(ctx: Ctx): Promise<StaffAccessAnswer> {
  return (await findAccessOf(ctx, ctx.account)) ?? { level: null, ends_at: null };
}

/** Whoever is in the account and may not be anymore is out with their next request. */
export async function allowStaff(
  ctx: Ctx,
  { level, days }: { level: ActingLevel | null; days: number },
): Promise<StaffAccessAnswer> {
  const { account } = ctx;
  return ctx.write(async (ctx) => {
    const endsAt = new Date(ctx.now().getTime() + days * DAY_MS);
    if (level === null) await deleteStaffAccess(ctx.db, account);
    else await upsertStaffAccess(ctx.db, { account, level, endsAt });
    const ends_at = level === null ? null : endsAt.toISOString();
    await ctx.announce(staffAccessChanged, { subject: account, payload: { level, ends_at } });
    await ctx.invalidate(sessionEnded, { user_id: account });
    return { level, ends_at };
  });
}
