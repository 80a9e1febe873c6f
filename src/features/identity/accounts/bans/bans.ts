/* Bans: sign-in, pages, keys, teams, and e-mail all check `IS_BANNED`. */
import * as z from "zod";
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { requireBelow } from "../accounts.ts";
import { ACCOUNT_ERRORS } from "../contract.ts";
import { about, banLifted, banned } from "../events.ts";
import { isBanned } from "../rules.ts";
import { accountClosed } from "../signals.ts";
import { deleteBan, deleteSessions, findBan, lockBan, updateBan } from "../store.ts";
import { BAN_ERRORS } from "./ban-contract.ts";
import { banLiftedMail, bannedMail } from "./ban-mails.ts";

const banOver = z.object({ account: z.string(), until: z.string() });

/** Ends a ban at its time, because pages are cached until someone says that they changed. */
export const banOverJob: JobType<z.output<typeof banOver>> = { name: "accounts.ban-over", data: banOver };

/** The database's clock decides whether a ban is over, and may be a little behind ours. */
const CLOCKS_APART_SECONDS = 2;

/**
 * Locks an account out, until a moment or forever: its sessions end and its pages disappear, at once and on
 * every node.
 */
export async function banAccount(
  platform: Platform,
  { id, reason, until }: { id: string; reason: string; until?: Date },
): Promise<void> {
  await platform.write(async (ctx) => {
    if (!(await updateBan(ctx.db, id, { reason, until }))) throw failure(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND");
    await deleteSessions(ctx.db, id);
    await ctx.invalidate(accountClosed, { user_id: id });
    await ctx.announce(banned, {
      account: id,
      subject: id,
      payload: { until: until?.toISOString() ?? null, reason },
    });
    if (!until) return;
    const delaySeconds = Math.ceil((until.getTime() - ctx.now().getTime()) / 1000) + CLOCKS_APART_SECONDS;
    await ctx.enqueue(banOverJob, { account: id, until: until.toISOString() }, { delaySeconds });
  });
}

export interface BanWanted {
  id: string;
  reason: string;
  until: string | null;
  /** False if another e-mail tells the owner. */
  isMailed?: boolean | undefined;
}

/**
 * Bans an account and e-mails the reason to its owner. A second ban changes nothing unless it lasts longer. Whether it takes a second
 * member of staff is decided in `approvals`.
 */
export async function ban(ctx: StaffCtx, { id, reason, until, isMailed = true }: BanWanted) {
  if (reason === "") throw failure(BAN_ERRORS, "BAN_REASON_MISSING");
  const end = until === null ? undefined : new Date(until);
  if (end && end <= ctx.now()) throw failure(BAN_ERRORS, "BAN_OVER");
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (!isBannedUntil(person, end, ctx.now())) {
      await banAccount(ctx, { id, reason, ...(end && { until: end }) });
      if (isMailed) await mailBan(ctx, { id, email: person.email });
    }
    return { is_banned: true };
  });
}

async function mailBan(ctx: Platform, { id, email }: { id: string; email: string }): Promise<void> {
  await enqueueMail(ctx, { mail: bannedMail, to: email, data: { id } });
}

/** Tells the owner of an account that's closed for good, if nothing else will. */
export async function tellOfBan(ctx: Platform, id: string): Promise<void> {
  const person = await lockBan(ctx.db, id);
  if (person && isBannedUntil(person, undefined, ctx.now())) await mailBan(ctx, { id, email: person.email });
}

/** True if an account is closed at least until then, or for good if that's what's asked. */
export function isBannedUntil(
  person: Parameters<typeof isBanned>[0] & { banExpires: Date | null },
  until: Date | undefined,
  now: Date,
): boolean {
  if (!isBanned(person, now)) return false;
  return person.banExpires === null || (until !== undefined && person.banExpires >= until);
}

export async function isBannedForGood({ db, now }: Platform, id: string): Promise<boolean> {
  const person = await findBan(db, id);
  return person !== undefined && isBannedUntil(person, undefined, now());
}

/** Restores pages, keys, and waiting e-mail. People have to sign in again. */
export async function liftBan(ctx: StaffCtx, { id }: { id: string }) {
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (isBanned(person, ctx.now())) await endBan(ctx, { id, email: person.email });
    return { is_banned: false };
  });
}

async function endBan(ctx: Platform, { id, email }: { id: string; email: string }): Promise<void> {
  await deleteBan(ctx.db, id);
  await ctx.invalidate(accountClosed, { user_id: id });
  await ctx.announce(banLifted, about({ id }));
  await enqueueMail(ctx, { mail: banLiftedMail, to: email, data: { id } });
}

/** Does nothing if the ban was lifted, or replaced by another one. */
export async function endExpiredBan(
  platform: Platform,
  { account: id, until }: z.output<typeof banOver>,
): Promise<void> {
  await platform.write(async (ctx) => {
    const person = await lockBan(ctx.db, id);
    if (person?.banned !== true || person.banExpires?.toISOString() !== until) return;
    await endBan(ctx, { id, email: person.email });
  });
}

/** Holds the lock until the transaction ends. */
export async function requireBannable({ db, actor }: StaffCtx, id: string) {
  const person = isPersonId(id) ? await lockBan(db, id) : undefined;
  if (!person) throw failure(BAN_ERRORS, "ACCOUNT_NOT_FOUND");
  requireBelow({ actor }, person.role);
  return person;
}
