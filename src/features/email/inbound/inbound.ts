/*
 * Inbound e-mail: replies and bounces to a sending account. This file configures the inbox; `poll.ts` reads
 * it, `process-message.ts` interprets each e-mail, and `answer.ts` replies. `campaigns` decides what a bounce
 * or a complaint does to a message and its address.
 */
import { getDomain } from "tldts";
import {
  GmailError,
  parseSmtpConfig,
  requireMailbox,
  stopReading,
  xoauth2Token,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { INBOUND_ERRORS, type Inbox, type InboxForm, type InboxTest } from "./contract.ts";
import { diagnose } from "./diagnosis.ts";
import { inboxRemoved, inboxSaved } from "./events.ts";
import { getHistoryId } from "./gmail-inbox.ts";
import { disconnect, type ImapTimeouts, openInbox } from "./imap.ts";
import { deleteInboxRow, findInbox, type InboxRow, upsertInbox } from "./store.ts";

export { type MailedReports, type ReportReader, registerReportReaders } from "./report-readers.ts";

export const inboxPurpose = ({ mailbox_id }: Pick<InboxRow, "mailbox_id">) => `inbound.secret ${mailbox_id}`;

type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

/** Opens a sending account's inbox at its server. A token that ended early is replaced once. */
export async function openOwnInbox(
  platform: Platform,
  { mailbox, inbox }: { mailbox: Mailbox; inbox: InboxRow },
  patience: ImapTimeouts,
): Promise<Awaited<ReturnType<typeof openInbox>>> {
  if (inbox.auth === "plain") {
    const password = (inbox.secret !== null && platform.vault.open(inboxPurpose(inbox), inbox.secret)) || "";
    return openInbox(platform, { ...inbox, password }, patience);
  }
  if (!mayLend(mailbox, inbox)) throw failure(INBOUND_ERRORS, "INBOX_TOKEN");
  const open = async (isNew: boolean) => {
    const accessToken = await xoauth2Token(platform, mailbox, { isNew });
    return openInbox(platform, { ...inbox, password: "", accessToken }, patience);
  };
  return open(false).catch((error: unknown) => {
    if ((error as { authenticationFailed?: boolean }).authenticationFailed) return open(true);
    throw error;
  });
}

const domainOf = (host: string) => getDomain(host, { allowPrivateDomains: true });

/**
 * True if the sending account's token may be sent to that host, because anyone who can edit the inbox could
 * choose a server of their own.
 */
function mayLend({ auth, host }: Pick<Mailbox, "auth" | "host">, inbox: { host: string }): boolean {
  return auth === "xoauth2" && (inbox.host === host || (domainOf(host) ?? "") === domainOf(inbox.host));
}

export async function getInbox(ctx: Ctx, { id }: { id: string }): Promise<Inbox> {
  const mailbox = await requireMailbox(ctx, id);
  const isGmail = mailbox.kind === "gmail";
  const key = { account: ctx.account, mailbox_id: mailbox.id };
  const row = isGmail && !mailbox.reads_replies ? undefined : await findInbox(ctx.db, key);
  const { host = "", port = 0, security = "tls", auth = "plain", username = "" } = row ?? {};
  const isShown = row !== undefined && !isGmail && grantOn(ctx, "connections.manage") !== undefined;
  return {
    is_on: isGmail ? mailbox.reads_replies : row !== undefined,
    server: isShown ? { host, port, security, auth, username } : null,
    checked_at: row?.checked_at ?? null,
    last_error: row?.last_error ?? "",
  };
}

/** Sets up where replies are read, or changes it. Another server or username requires the password again. */
export async function saveInbox(ctx: Ctx, { id, auth, ...form }: InboxForm): Promise<Inbox> {
  const mailbox = await requireMailbox(ctx, id);
  if (mailbox.kind === "gmail") throw failure(INBOUND_ERRORS, "INBOX_OF_GMAIL");
  await ctx.write(async (ctx) => {
    const key = { account: ctx.account, mailbox_id: mailbox.id };
    const row = await findInbox(ctx.db, key);
    const server = { ...form, auth: "plain" as const, token_url: "", client_id: "", client_secret: "" };
    const { host, port, security, username } = parseSmtpConfig(ctx, server, { needsSecret: false });
    const isSame = row?.host === host && row.port === port && row.username === username;
    const isLent = auth === "xoauth2";
    if (isLent && !mayLend(mailbox, { host })) throw failure(INBOUND_ERRORS, "INBOX_TOKEN");
    // Otherwise, anyone who can edit it could have the password sent to a server of their own.
    const isKept = isSame && row.security === security && row.auth === auth && form.password === "";
    if (!isKept && !isLent) parseSmtpConfig(ctx, server, { needsSecret: true });
    if (!isKept) await requireRecentSignInOfPeople(ctx);
    const now = ctx.now().toISOString();
    const sealed = isLent ? null : ctx.vault.seal(inboxPurpose(key), form.password);
    const secret = isKept ? row.secret : sealed;
    await upsertInbox(ctx.db, {
      user_id: ctx.account,
      mailbox_id: mailbox.id,
      host,
      port,
      security,
      auth,
      username,
      secret,
      // Numbers of another inbox mean nothing in this one.
      ...(!isSame && { uid_validity: null, last_uid: 0, checked_at: null }),
      due_at: now,
      failures: 0,
      last_error: "",
      last_error_at: null,
      // A new inbox is read from the days before it was set up.
      claimed_by: null,
      claimed_until: null,
      created_at: isSame ? row.created_at : now,
    });
    await ctx.announce(inboxSaved, { subject: mailbox.id, payload: {} });
  });
  return getInbox(ctx, { id });
}

export async function removeInbox(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const mailbox = await requireMailbox(ctx, id);
  return ctx.write(async (ctx) => {
    const key = { account: ctx.account, mailbox_id: mailbox.id };
    const isGone = await deleteInboxRow(ctx.db, key);
    if (mailbox.kind === "gmail" ? !mailbox.reads_replies : !isGone)
      throw failure(INBOUND_ERRORS, "INBOX_NOT_FOUND");
    if (mailbox.kind === "gmail") await stopReading(ctx, { id });
    await ctx.announce(inboxRemoved, { subject: mailbox.id, payload: {} });
    return { id };
  });
}

/** People wait for it in front of a screen. */
const PATIENCE: ImapTimeouts = { connectMs: 10_000, answerMs: 20_000 };
/** Each is a connection to a server of someone's choice. */
const TESTS: Limit = {
  name: "inbound.test",
  attempts: 30,
  seconds: 3600,
  sentence: "That’s a lot of tests.",
};

const READABLE: InboxTest = {
  is_ok: true,
  step: "done",
  words: "We can read the inbox. Replies show up at your leads.",
};

export async function testInbox(ctx: Ctx, { id }: { id: string }): Promise<InboxTest> {
  const mailbox = await requireMailbox(ctx, id);
  const row = await findInbox(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  const isGmail = mailbox.kind === "gmail";
  if (!row || (isGmail && !mailbox.reads_replies)) throw failure(INBOUND_ERRORS, "INBOX_NOT_FOUND");
  await ctx.limits.count(TESTS, ctx.account);
  try {
    if (isGmail) {
      await getHistoryId(ctx, mailbox);
      return READABLE;
    }
    const client = await openOwnInbox(ctx, { mailbox, inbox: row }, PATIENCE);
    disconnect(client);
    return READABLE;
  } catch (error) {
    if (error instanceof GmailError) return { is_ok: false, step: "inbox", words: error.message };
    return { is_ok: false, ...diagnose(error, row) };
  }
}
