/* Verifies a sender's address: by a code sent there, or by the account itself. */
import { randomInt } from "node:crypto";
import * as z from "zod";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { MailType } from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { MAILBOX_ERRORS, type Mailbox } from "../contract.ts";
import { mailboxProven } from "../events.ts";
import { addressToVerify, CODE_DIGITS, CODE_MS_MAX, CODE_TRIES_MAX } from "../rules.ts";
import { requireMailbox, toMailbox } from "../sending-accounts.ts";
import { transitionMailbox } from "../states.ts";
import { lockMailbox, type MailboxRow, updateMailboxRow } from "../store.ts";

const oneMailbox = z.object({ account: z.string(), id: z.string() });

export const codeMail: MailType<z.output<typeof oneMailbox>> = {
  template: "mailboxes.code",
  label: "Code for a sending account",
  data: oneMailbox,
  // A late code is of no use.
  triesMax: 3,
};

/** The e-mail goes to someone who may not have requested it. */
const CODES: Limit = {
  name: "mailboxes.code",
  attempts: 5,
  seconds: 3600,
  sentence: "We’ve sent enough codes for now.",
};

/** Counted over all accounts together. */
const CODES_TO_INBOX: Limit = { ...CODES, name: "mailboxes.code-inbox", attempts: 10, seconds: 86_400 };

/** Sends a code to the sender's address, from the instance, not through the sending account's own server. */
export async function sendCode(
  ctx: Ctx,
  { id, keeps_code }: { id: string; keeps_code: boolean },
): Promise<Mailbox> {
  const row = await requireMailbox(ctx, id);
  if (row.proven_at !== null || (keeps_code && hasCode(ctx, row))) return toMailbox(ctx, row);
  await ctx.limits.count(CODES, ctx.account);
  await ctx.limits.count(CODES_TO_INBOX, addressToVerify(row));
  await ctx.write(async (ctx) => {
    const data = { account: ctx.account, id };
    // Until its e-mail is rendered, an expiry without a digest means that a code is on its way.
    await updateMailboxRow(ctx.db, data, { code_digest: null, code_expires_at: expiry(ctx), code_tries: 0 });
    await enqueueMail(ctx, {
      mail: codeMail,
      to: addressToVerify(row),
      account: ctx.account,
      about: id,
      data,
    });
  });
  return toMailbox(ctx, row);
}

/** True if a sent code can still be entered. */
function hasCode({ now }: Platform, { code_expires_at, code_tries }: MailboxRow): boolean {
  return (code_expires_at ?? "") > now().toISOString() && code_tries < CODE_TRIES_MAX;
}

const expiry = ({ now }: Platform) => new Date(now().getTime() + CODE_MS_MAX).toISOString();

/** Created as the e-mail is sent, so that no job contains it. */
export async function issueCode(platform: Platform, row: MailboxRow): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const [code_digest] = digestsOf(platform, row, code);
  const key = { account: row.user_id, id: row.id };
  const code_expires_at = expiry(platform);
  await updateMailboxRow(platform.db, key, { code_digest, code_expires_at, code_tries: 0 });
  return code;
}

/** Bound to the address, because a code for another one proves nothing about this one. */
function digestsOf({ vault }: Platform, row: MailboxRow, code: string): string[] {
  return vault.digests(`mailboxes.code ${row.id} ${addressToVerify(row)}`, code);
}

export async function verifyAddress(ctx: Ctx, { id, code }: { id: string; code: string }): Promise<Mailbox> {
  requireWholeAccount(ctx);
  const outcome = await ctx.write(async (ctx) => {
    await requireMailbox(ctx, id);
    const key = { account: ctx.account, id };
    const row = await lockMailbox(ctx.db, key);
    if (!row || row.proven_at !== null) return "proven";
    if (row.code_digest === null || !hasCode(ctx, row)) return "over";
    if (!digestsOf(ctx, row, code.replace(/\s/g, "")).includes(row.code_digest)) {
      await updateMailboxRow(ctx.db, key, { code_tries: row.code_tries + 1 });
      return "wrong";
    }
    const proven_at = ctx.now().toISOString();
    await updateMailboxRow(ctx.db, key, { proven_at, code_digest: null, code_expires_at: null });
    await ctx.announce(mailboxProven, { subject: id, payload: {} });
    if (row.state === "unverified" && row.tested_at !== null)
      await transitionMailbox(ctx, row, { to: "active" });
    return "proven";
  });
  if (outcome === "wrong") throw failure(MAILBOX_ERRORS, "CODE_WRONG");
  if (outcome === "over") throw failure(MAILBOX_ERRORS, "CODE_OVER");
  return toMailbox(ctx, await requireMailbox(ctx, id));
}
