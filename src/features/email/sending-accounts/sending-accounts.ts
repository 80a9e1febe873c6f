/*
 * Sending accounts: an account's ways to send e-mail. `states.ts` moves them from state to state, `limits.ts`
 * counts what they send, `sender.ts` sends, and `connection-test.ts` explains problems. `campaigns` decides
 * what is sent and to whom.
 */
import type * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { grantOn, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { resetBounces } from "./bounces.ts";
import { MAILBOX_ERRORS, type Mailbox } from "./contract.ts";
import { hasDkimKey } from "./dkim.ts";
import { DNS_RECORDS } from "./dkim-contract.ts";
import { mailboxCreated, mailboxDeleted, mailboxUpdated } from "./events.ts";
import type { GmailForm, InstanceForm, SmtpForm, updateMailboxSchema } from "./form-contract.ts";
import { instanceSender, requireInstance, withInstanceSettings } from "./instance-mail.ts";
import { dayLimit, isReady, limitsOf } from "./limits.ts";
import { revokeAccess } from "./oauth-tokens.ts";
import {
  type Counts,
  MAILBOXES_MAX,
  type MailboxKind,
  NAME_CHARS_MAX,
  NO_COUNTS,
  POSTAL_CHARS_MAX,
  sentIn,
} from "./rules.ts";
import { findNewAccount, type NewAccount } from "./sender-probation.ts";
import { parseSmtpConfig, sealSecret } from "./smtp-config.ts";
import { transitionMailbox } from "./states.ts";
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

export { recordBounce } from "./bounces.ts";
export { GmailError, readGmail, readGmailSource, stopReading } from "./gmail-reader.ts";
export { findSentAtGmail } from "./gmail-sent.ts";
export {
  isReady,
  nextSendAt,
  planSends,
  releaseSingleSend,
  reserveSends,
  reserveSingleSend,
  settleSends,
} from "./limits.ts";
export { AccessRevoked, xoauth2Token } from "./oauth-tokens.ts";
export { reserveReceivers, settleReceivers } from "./provider-throttle.ts";
export { hasReachedServer, openSender, type SendResult } from "./sender.ts";
export { endProbation, restartProbation } from "./sender-probation.ts";
export { listSenders } from "./senders.ts";
export { deleteSendingStop, findSendingStops, insertSendingStop } from "./sending-stop-store.ts";
export { requireSendingAllowed } from "./sending-stops.ts";
export { parseSmtpConfig } from "./smtp-config.ts";
export { pauseForReputation } from "./states.ts";

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

function parseForm(ctx: Ctx, id: string, form: SmtpForm | GmailForm | InstanceForm) {
  if (form.kind === "smtp") return parseSmtp(ctx, id, form);
  if (form.kind === "gmail") return parseGmail(form);
  return parseSender({ ...form, from_address: instanceSender(ctx) ?? "" }, form.kind);
}

function parseSmtp(ctx: Ctx, id: string, form: SmtpForm) {
  const { password, client_secret, ...server } = parseSmtpConfig(ctx, form, { needsSecret: true });
  const secret = sealSecret(ctx, id, { password, client_secret });
  return { ...parseSender(form, "smtp"), ...server, ...form.limits, secret };
}

function parseGmail({ gmail_plan, ...form }: GmailForm) {
  return { ...parseSender({ ...form, from_address: "" }, "gmail"), gmail_plan };
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

const SERVER_FIELDS = ["host", "port", "security", "auth", "username", "token_url", "client_id"] as const;
/** Fields for the target of e-mail and replies, which an intruder at an open browser would change. */
const GUARDED_FIELDS = [...SERVER_FIELDS, "secret", "from_address", "reply_to"] as const;

function changesOf(
  ctx: Ctx,
  row: MailboxRow,
  form: Omit<z.output<typeof updateMailboxSchema>, "id">,
): Partial<MailboxRow> {
  const isOfGoogle = row.kind === "gmail";
  const given = {
    ...row,
    ...definedIn(form),
    ...(row.kind !== "smtp" && { from_address: row.from_address }),
  };
  const sender = parseSender(given, row.kind);
  const isMoved = SERVER_FIELDS.some((field) => form[field] !== undefined && form[field] !== row[field]);
  const hasSecret = (form.password ?? "") !== "";
  const wanted: Partial<MailboxRow> = { ...sender, ...form.limits };
  if (row.kind === "smtp" && (isMoved || hasSecret)) {
    // Otherwise, anyone who can edit it could have the password sent to a server of their own.
    const { password, client_secret, ...server } = parseSmtpConfig(
      ctx,
      { ...row, password: "", client_secret: "", ...definedIn(form) },
      { needsSecret: true },
    );
    Object.assign(wanted, server, { secret: sealSecret(ctx, row.id, { password, client_secret }) });
  }
  if (isOfGoogle && form.gmail_plan !== undefined) wanted.gmail_plan = form.gmail_plan;
  if (form.warms_up !== undefined && form.warms_up !== (row.warm_up_since !== null))
    wanted.warm_up_since = form.warms_up ? ctx.now().toISOString() : null;
  const changed = Object.entries(wanted).filter(([field, value]) => value !== row[field as keyof MailboxRow]);
  return Object.fromEntries(changed);
}

function definedIn<T extends object>(form: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as never;
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

type SenderFields = Pick<MailboxRow, "from_name" | "from_address" | "reply_to" | "postal_address">;

/** Line breaks would add headers, so they're removed from names and addresses. */
function parseSender(form: SenderFields, kind: MailboxKind): SenderFields {
  const from_name = cleanText(form.from_name, NAME_CHARS_MAX).replace(/\s+/g, " ");
  if (isBlank(from_name)) throw failure(MAILBOX_ERRORS, "FROM_NAME_MISSING");
  const from_address = form.from_address.trim();
  if (kind !== "gmail" && !isEmail(from_address)) throw failure(MAILBOX_ERRORS, "FROM_ADDRESS_INVALID");
  const reply_to = form.reply_to.trim();
  if (kind === "instance" && reply_to === "") throw failure(MAILBOX_ERRORS, "REPLY_TO_MISSING");
  if (reply_to !== "" && !isEmail(reply_to)) throw failure(MAILBOX_ERRORS, "REPLY_TO_INVALID");
  return {
    from_name,
    from_address,
    reply_to,
    postal_address: cleanText(form.postal_address, POSTAL_CHARS_MAX),
  };
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
