/*
 * Sending accounts: an account's ways to send e-mail. `states.ts` moves them from state to state, `limits/`
 * counts what they send, `send/` sends, `gmail/` through Google, and `verification/` and `dns/` explain
 * problems. `campaigns` decides what is sent and to whom.
 */
import type * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { grantOn, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { MAILBOX_ERRORS, type Mailbox, type Sender } from "./contract.ts";
import { hasDkimKey, revokeAccess } from "./credentials/credentials.ts";
import { DNS_RECORDS } from "./dns/dkim-contract.ts";
import { mailboxCreated, mailboxDeleted, mailboxUpdated } from "./events.ts";
import { changesOf, GUARDED_FIELDS, parseForm, SERVER_FIELDS } from "./form/form.ts";
import type { GmailForm, InstanceForm, SmtpForm, updateMailboxSchema } from "./form/form-contract.ts";
import { instanceSender, requireInstance, withInstanceSettings } from "./instance-mail.ts";
import { dayLimit, findNewAccount, isReady, limitsOf, type NewAccount } from "./limits/limits.ts";
import { type Counts, MAILBOXES_MAX, NO_COUNTS, sentIn } from "./rules.ts";
import { resetBounces, transitionMailbox } from "./states.ts";
import {
  countMailboxes,
  deleteMailboxRow,
  findMailbox,
  insertMailbox,
  listCounts,
  listMailboxRows,
  lockMailbox,
  type MailboxRow,
  updateMailboxRow,
} from "./store.ts";

export { AccessRevoked, xoauth2Token } from "./credentials/credentials.ts";
export { parseSmtpConfig } from "./form/form.ts";
export { findSentAtGmail, GmailError, readGmail, readGmailSource, stopReading } from "./gmail/gmail.ts";
export {
  deleteSendingStop,
  endProbation,
  findPaused,
  findSendingStops,
  insertSendingStop,
  isReady,
  listPausesOf,
  nextSendAt,
  pauseReceiver,
  planSends,
  releaseSingleSend,
  requireSendingAllowed,
  reserveReceivers,
  reserveSends,
  reserveSingleSend,
  restartProbation,
  resumeReceiver,
  settleReceivers,
  settleSends,
} from "./limits/limits.ts";
export { hasReachedServer, openSender, type SendResult } from "./send/send.ts";
export { pauseForReputation, recordBounce } from "./states.ts";

export async function listMailboxes(ctx: Ctx): Promise<{
  items: Mailbox[];
  offers_gmail: boolean;
  instance_address: string | null;
  new_account: NewAccount | null;
}> {
  requireWholeAccount(ctx);
  const rows = await listMailboxRows(ctx.db, ctx.account);
  const new_account = (await findNewAccount(ctx)) ?? null;
  const instance_address = instanceSender(ctx) ?? null;
  const offers = { offers_gmail: ctx.gmail !== undefined, instance_address };
  return { items: await toMailboxes(ctx, rows), ...offers, new_account };
}

/** Lists the ones that can send now or after a while, for choosing one. */
export async function listReadyMailboxes(ctx: Ctx): Promise<Mailbox[]> {
  return (await listMailboxes(ctx)).items.filter(({ is_ready }) => is_ready);
}

/** Lists them for choosing one in the API. */
export async function listSenders(ctx: Ctx): Promise<{ items: Sender[] }> {
  requireWholeAccount(ctx);
  const rows = await listMailboxRows(ctx.db, ctx.account);
  const items = rows.map((row) => {
    const { id, from_name, from_address, state } = withInstanceSettings(ctx, row);
    return { id, from_name, from_address, is_ready: isReady({ state }) };
  });
  return { items };
}

/** Undefined if it has been removed, for jobs that began before that. */
export async function findOwnMailbox(ctx: Ctx, id: string): Promise<MailboxRow | undefined> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findMailbox(ctx.db, { account: ctx.account, id }) : undefined;
  return row && withInstanceSettings(ctx, row);
}

export async function requireMailbox(ctx: Ctx, id: string): Promise<MailboxRow> {
  const row = await findOwnMailbox(ctx, id);
  if (!row) throw failure(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND");
  return row;
}

/** A form sent twice has the same id both times and adds one. */
export async function createMailbox(ctx: Ctx, form: SmtpForm | GmailForm | InstanceForm): Promise<Mailbox> {
  requireWholeAccount(ctx);
  const email = await requireConfirmed(ctx);
  if (form.kind === "gmail" && !ctx.gmail) throw failure(MAILBOX_ERRORS, "GMAIL_UNAVAILABLE");
  if (form.kind === "instance") await requireInstance(ctx, form);
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "mailboxes", ctx.account);
    const id = form.id ?? ctx.newId();
    const sent = await findMailbox(ctx.db, { account: ctx.account, id });
    if (sent) return toMailbox(ctx, sent);
    if ((await countMailboxes(ctx.db, ctx.account)) >= MAILBOXES_MAX)
      throw failure(MAILBOX_ERRORS, "MAILBOX_LIMIT");
    const now = ctx.now().toISOString();
    const parsed = parseForm(ctx, id, form);
    await requireRecentSignInOfPeople(ctx);
    await insertMailbox(ctx.db, {
      user_id: ctx.account,
      id,
      kind: form.kind,
      state: "unverified",
      state_since: now,
      created_at: now,
      ...parsed,
      proven_at: form.kind === "instance" && form.reply_to.trim().toLowerCase() === email ? now : null,
      warm_up_since: form.warms_up ? now : null,
    });
    await ctx.announce(mailboxCreated, { subject: id, payload: { kind: form.kind } });
    return toMailbox(ctx, await requireMailbox(ctx, id));
  });
}

/** Absent fields stay. Another address or server has to be verified or tested again. */
export async function updateMailbox(
  ctx: Ctx,
  { id, ...form }: z.output<typeof updateMailboxSchema>,
): Promise<Mailbox> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const changes = changesOf(ctx, row, form);
    const fields = Object.keys(changes);
    const key = { account: ctx.account, id };
    if (GUARDED_FIELDS.some((field) => field in changes)) await requireRecentSignInOfPeople(ctx);
    if (fields.length > 0) {
      const isElsewhere = SERVER_FIELDS.some((field) => field in changes);
      if (isElsewhere) changes.tested_at = null;
      // Signing in with the address at another server proves nothing about it.
      if ("from_address" in changes || (isElsewhere && row.username === row.from_address))
        Object.assign(changes, { proven_at: null, code_digest: null, code_expires_at: null });
      if (row.kind === "instance" && "reply_to" in changes)
        Object.assign(changes, { proven_at: null, code_digest: null, code_expires_at: null });
      await updateMailboxRow(ctx.db, key, changes);
      // The kind of secret must not be revealed.
      const named = fields.map((field) => (field === "secret" ? "password" : field));
      await ctx.announce(mailboxUpdated, { subject: id, payload: { fields: named } });
    }
    await moveAfter(ctx, { ...row, ...changes }, form.is_enabled);
    return toMailbox(ctx, await requireMailbox(ctx, id));
  });
}

async function moveAfter(ctx: Ctx, row: MailboxRow, isEnabled: boolean | undefined): Promise<void> {
  const isOn = isEnabled ?? row.state !== "disabled";
  if (!isOn) return transitionMailbox(ctx, row, { to: "disabled" });
  const isNew = row.proven_at === null || row.tested_at === null;
  // A pause for reputation ends only on purpose, not along with another change.
  const isTurnedOn = row.state === "disabled" || (row.state === "paused_by_reputation" && isEnabled === true);
  if (isTurnedOn) await resetBounces(ctx, { account: ctx.account, id: row.id });
  if (isTurnedOn || (isNew && row.state !== "auth_failed"))
    await transitionMailbox(ctx, row, { to: isNew ? "unverified" : "active" });
}

export async function deleteMailbox(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const row = await ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    await requireRecentSignInOfPeople(ctx);
    await deleteMailboxRow(ctx.db, { account: ctx.account, id });
    await ctx.announce(mailboxDeleted, { subject: id, payload: {} });
    return row;
  });
  await revokeAccess(ctx, row);
  return { id };
}

async function requireLocked(ctx: Ctx, id: string): Promise<MailboxRow> {
  await requireMailbox(ctx, id);
  const row = await lockMailbox(ctx.db, { account: ctx.account, id });
  if (!row) throw failure(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND");
  return row;
}

async function requireConfirmed({ db, actor, account }: Ctx): Promise<string> {
  const person = await findPerson(db, actor.type === "person" ? actor.person.id : account);
  if (!person?.email_verified) throw failure(MAILBOX_ERRORS, "EMAIL_UNCONFIRMED");
  return person.email;
}

export async function toMailbox(ctx: Ctx, row: MailboxRow): Promise<Mailbox> {
  const [mailbox] = await toMailboxes(ctx, [row]);
  return mailbox as Mailbox;
}

async function toMailboxes(ctx: Ctx, rows: readonly MailboxRow[]): Promise<Mailbox[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await listCounts(ctx.db, ctx.account, ids);
  return rows.map((row) => withCounts(ctx, withInstanceSettings(ctx, row), counts.get(row.id) ?? NO_COUNTS));
}

function withCounts(ctx: Ctx, row: MailboxRow, counts: Counts): Mailbox {
  const now = ctx.now();
  const { id, kind, from_name, from_address, reply_to, postal_address, state, state_since } = row;
  const { host, port, security, auth, username, token_url, client_id } = row;
  const isShown = kind === "smtp" && grantOn(ctx, "connections.manage") !== undefined;
  return {
    id,
    kind,
    from_name,
    from_address,
    reply_to,
    postal_address,
    state,
    state_since,
    is_proven: row.proven_at !== null,
    retry_at: state === "throttled" ? row.retry_at : null,
    is_ready: isReady(row),
    last_error: row.last_error,
    last_error_at: row.last_error_at,
    tested_at: row.tested_at,
    limits: limitsOf(row),
    gmail_plan: kind === "gmail" ? row.gmail_plan : null,
    warm_up_since: row.warm_up_since,
    reads_replies: row.reads_replies,
    dns_lost: hasDkimKey(row) ? DNS_RECORDS.filter((name) => row.dns_seen?.[name] === "lost") : [],
    sent_today: sentIn(counts, "per_day", now),
    may_today: dayLimit(row, now),
    server: isShown ? { host, port, security, auth, username, token_url, client_id } : null,
    created_at: row.created_at,
  };
}
