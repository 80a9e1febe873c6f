/* Bans: sign-in, pages, keys, teams, and e-mail all check `IS_BANNED`. */
import { isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { ACCOUNT_ERRORS } from "../contract.ts";
import { about, banLifted, banned } from "../events.ts";
import { canBan, isBanned } from "../rules.ts";
import { accountClosed } from "../signals.ts";
import { deleteBan, deleteSessions, lockBan, updateBan } from "../store.ts";
import { BAN_ERRORS } from "./ban-contract.ts";
import { banLiftedMail, bannedMail } from "./ban-mails.ts";

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
      payload: { until: until?.toISOString() ?? null },
    });
  });
}

/** Bans an account permanently and e-mails the reason to its owner. A second ban changes nothing. */
export async function ban(ctx: StaffCtx, { id, reason }: { id: string; reason: string }) {
  if (reason === "") throw failure(BAN_ERRORS, "BAN_REASON_MISSING");
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (!isBanned(person, ctx.now())) {
      await banAccount(ctx, { id, reason });
      await enqueueMail(ctx, { mail: bannedMail, to: person.email, data: { id } });
    }
    return { is_banned: true };
  });
}

/** Restores pages, keys, and waiting e-mail. People have to sign in again. */
export async function liftBan(ctx: StaffCtx, { id }: { id: string }) {
  return ctx.write(async (ctx) => {
    const person = await requireBannable(ctx, id);
    if (isBanned(person, ctx.now())) {
      await deleteBan(ctx.db, id);
      await ctx.invalidate(accountClosed, { user_id: id });
      await ctx.announce(banLifted, about({ id }));
      await enqueueMail(ctx, { mail: banLiftedMail, to: person.email, data: { id } });
    }
    return { is_banned: false };
  });
}

/** Holds the lock until the transaction ends. */
async function requireBannable({ db, actor }: StaffCtx, id: string) {
  const person = isPersonId(id) ? await lockBan(db, id) : undefined;
  if (!person) throw failure(BAN_ERRORS, "ACCOUNT_NOT_FOUND");
  if (!canBan(actor.type === "staff" ? actor.role : "", person.role))
    throw failure(BAN_ERRORS, "ACCOUNT_IS_STAFF");
  return person;
}
