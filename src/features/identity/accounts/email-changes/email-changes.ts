/*
 * A change of e-mail address has to be confirmed in both inboxes, so that nobody can take the account along
 * from a signed-in browser, or claim an inbox that isn't theirs. If the old address was never confirmed, the
 * new inbox is enough. Only an address's own inbox learns whether another account has it.
 */
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { inTransaction } from "../auth-transaction.ts";
import { type EmailLinks, emailLinks, type LinkOwner } from "../email-links/email-links.ts";
import { about, emailChangeCanceled, emailChanged, emailChangeRequested } from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { newEmailMail, oldEmailMail } from "../mails.ts";
import { getMe, requireRow } from "../person/person.ts";
import { hasAccount } from "../person/person-store.ts";
import { requireRecentSignIn } from "../reauthentication.ts";
import { AUTH_ERRORS, type Ban, isBanned, type LinkPurpose, requireEmail } from "../rules.ts";
import {
  deleteEmailChange,
  type EmailChangeRow,
  updateEmail,
  updateEmailChange,
  upsertEmailChange,
} from "./email-change-store.ts";

/** Changes of e-mail address, counted for the person and for the new inbox. */
export const EMAIL_CHANGES: Limit = {
  name: "email-change",
  attempts: 5,
  seconds: 3600,
  sentence: "We’ve already sent you a few links. Check your inbox.",
};

const BOTH = ["oldEmail", "newEmail"] as const;

export async function requestEmailChange(ctx: Ctx, input: { email: string }) {
  const person = await requireRow(ctx);
  const email = requireEmail(input.email);
  if (email === person.email) throw failure(AUTH_ERRORS, "EMAIL_UNCHANGED");
  const block = ctx.blocks.findForEmail(email, ctx.now().getTime());
  if (block !== undefined) {
    ctx.incidents.note({ kind: "kept_out", subject: block, address: ctx.request?.address ?? "" });
    throw failure(AUTH_ERRORS, "EMAIL_DOMAIN_REFUSED");
  }
  await requireRecentSignIn(ctx);
  await ctx.limits.count(EMAIL_CHANGES, person.id);
  await ctx.limits.count(EMAIL_CHANGES, email);
  const id = ctx.newId();
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    await revokeLinks(ctx, person.id);
    await upsertEmailChange(ctx.db, {
      userId: person.id,
      id,
      email,
      oldConfirmedAt: person.email_verified ? null : ctx.now(),
      newConfirmedAt: null,
      expiresAt: new Date(addDays(ctx.now(), 1)),
    });
    const data = { email: person.email, change_id: id };
    const account = person.id;
    if (person.email_verified)
      await enqueueMail(ctx, { mail: oldEmailMail, to: person.email, account, data });
    await enqueueMail(ctx, { mail: newEmailMail, to: email, account, data: { ...data, to: email } });
    await ctx.announce(emailChangeRequested, about(person));
  });
  return getMe(ctx);
}

export async function cancelEmailChange(ctx: Ctx) {
  const person = await requireRow(ctx);
  await ctx.write(async (ctx) => {
    if (!(await deleteEmailChange(ctx.db, person.id))) return;
    await revokeLinks(ctx, person.id);
    await ctx.announce(emailChangeCanceled, about(person));
  });
  return getMe(ctx);
}

/**
 * The effect of a link: the address has changed, is waiting for the other inbox, or now belongs to someone
 * else.
 */
export type Confirmation = { owner: LinkOwner; email: string; outcome: "changed" | "waiting" | "taken" };

/** Uses a link from either inbox. Undefined if it doesn't work. */
export function confirmEmailByLink(platform: Platform, token: string): Promise<Confirmation | undefined> {
  return inTransaction(platform, async (ctx) => {
    const links = emailLinks(platform);
    const used = await useEither(links, token);
    if (!used || isBanned(used.owner as Ban, ctx.now())) return undefined;
    const { owner, purpose } = used;
    const side = purpose === "oldEmail" ? "oldConfirmedAt" : "newConfirmedAt";
    const row = await updateEmailChange(ctx.db, { userId: owner.id, [side]: ctx.now() });
    if (!row || row.expiresAt <= ctx.now()) return undefined;
    const { email } = row;
    if (!row.oldConfirmedAt || !row.newConfirmedAt) return { owner, email, outcome: "waiting" };
    await deleteEmailChange(ctx.db, owner.id);
    return { owner, email, outcome: (await take(ctx, owner, row)) ? "changed" : "taken" };
  });
}

async function useEither(links: EmailLinks, token: string) {
  for (const purpose of BOTH) {
    const owner = await links.use(purpose, token);
    if (owner) return { owner, purpose };
  }
  return undefined;
}

/** False if another account has the address by now. */
async function take(ctx: Platform, owner: LinkOwner, { email }: EmailChangeRow): Promise<boolean> {
  if (await hasAccount(ctx.db, email)) return false;
  try {
    await ctx.write((ctx) => updateEmail(ctx.db, { userId: owner.id, email, updatedAt: ctx.now() }));
  } catch (error) {
    if (await hasAccount(ctx.db, email)) return false;
    throw error;
  }
  // Links in the old inbox no longer work.
  await revokeLinks(ctx, owner.id, ["verify", "reset", "signIn", ...BOTH]);
  await ctx.announce(emailChanged, about(owner));
  return true;
}

async function revokeLinks(
  ctx: Platform,
  userId: string,
  purposes: readonly LinkPurpose[] = BOTH,
): Promise<void> {
  await inTransaction(ctx, async () => {
    for (const purpose of purposes) await emailLinks(ctx).revoke(purpose, userId);
  });
}
