/* Tests a sending account: sends an e-mail to the caller, and explains a failure. */
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { escapeMarkup } from "#src/lib/text.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { DnsFailure } from "#src/platform/dns/dns.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { MailboxTest } from "../contract.ts";
import { sendByGmail } from "../gmail/gmail.ts";
import { withInstanceSettings } from "../instance-mail.ts";
import { messageOptions, openTransport, type SmtpTimeouts, sendBySmtp } from "../send/send.ts";
import { requireMailbox, toMailbox } from "../sending-accounts.ts";
import { errorNow, recordAuthFailure, transitionMailbox } from "../states.ts";
import { lockMailbox, type MailboxRow } from "../store.ts";
import { isVerifiedBySignIn } from "./address-verification-rules.ts";
import { type Diagnosis, diagnose, isTlsPort } from "./diagnosis.ts";

/** People wait for it in front of a screen. */
const PATIENCE: SmtpTimeouts = { connectMs: 10_000, answerMs: 20_000 };
/** Each one is an e-mail, and a connection to a server of someone's choice. */
const TESTS: Limit = {
  name: "mailboxes.test",
  attempts: 30,
  seconds: 3600,
  sentence: "That’s a lot of tests.",
};

/** Sends the caller an e-mail through it. If that works, it's ready, or nearly. */
export async function testMailbox(ctx: Ctx, { id }: { id: string }): Promise<MailboxTest> {
  const row = await requireMailbox(ctx, id);
  const person = requirePerson(ctx);
  await ctx.limits.count(TESTS, ctx.account);
  const finding = await runConnectionTest(ctx, row, { to: person.email, patience: PATIENCE });
  await note(ctx, row, finding);
  const { step, words } = finding;
  return {
    is_ok: step === "done",
    step,
    words,
    mailbox: await toMailbox(ctx, await requireMailbox(ctx, id)),
  };
}

/** Sends a test, and finds the reason if it fails. */
export async function runConnectionTest(
  ctx: Platform,
  row: MailboxRow,
  { to, patience }: { to: string; patience: SmtpTimeouts },
): Promise<Diagnosis> {
  if (row.kind === "gmail") {
    const result = await sendByGmail(ctx, row, { mail: messageOptions(ctx, row, testMessage(ctx, row, to)) });
    if (result.accepted) return { step: "done", words: `We’ve sent a test e-mail to ${to}.` };
    const { kind, words } = result.failure;
    return { step: kind === "auth" ? "sign_in" : kind === "connection" ? "connection" : "message", words };
  }
  const transport = await openTransport(ctx, row, patience);
  try {
    const result = await sendBySmtp(transport, messageOptions(ctx, row, testMessage(ctx, row, to)));
    if ("info" in result) return { step: "done", words: `We’ve sent a test e-mail to ${to}.` };
    // A problem with the instance's own server concerns only its founder.
    if (row.kind === "instance") return { step: "message", words: REFUSED_HERE };
    const isTls = row.security !== "tls" && result.error.timeoutType === "GREETING_TIMEOUT";
    return diagnose(result.error, row, {
      isTlsPort: isTls && (await isTlsPort(ctx.outbound, row, patience)),
    });
  } finally {
    transport.close();
  }
}

const REFUSED_HERE = "This instance’s mail server didn’t take the test e-mail. Try again later.";

function testMessage({ settings, newId }: Platform, { from_address }: MailboxRow, to: string) {
  const name = settings.get(INSTANCE_NAME);
  const text = `This is a test. ${name} can send e-mail from ${from_address}.`;
  const html = `<p>${escapeMarkup(text)}</p>`;
  const headers = { "Auto-Submitted": "auto-generated" };
  return { id: newId(), to, subject: `Test from ${name}`, text, html, headers };
}

const MX_MS_MAX = 5_000;

/** True if its sign-in proves the sender's address. Where the DNS can't tell, a code is needed. */
async function isProof({ dns }: Ctx, row: MailboxRow): Promise<boolean> {
  if (row.kind !== "smtp" || row.auth === "none") return false;
  if (isVerifiedBySignIn(row, [])) return true;
  const inquiry = dns.inquire(MX_MS_MAX);
  try {
    const domain = row.from_address.slice(row.from_address.lastIndexOf("@") + 1).toLowerCase();
    return isVerifiedBySignIn(row, await inquiry.find(domain, "MX"));
  } catch (error) {
    if (error instanceof DnsFailure) return false;
    throw error;
  } finally {
    inquiry.end();
  }
}

const TESTED = [
  ...["host", "port", "security", "auth", "username", "secret", "token_url", "client_id"],
  "from_address",
] as (keyof MailboxRow)[];

/** Records a test's result, unless the sending account has changed in the meantime. */
async function note(ctx: Ctx, tested: MailboxRow, { step, words }: Diagnosis): Promise<void> {
  const isProven = step === "done" && (await isProof(ctx, tested));
  await ctx.write(async (ctx) => {
    const row = await lockMailbox(ctx.db, { account: ctx.account, id: tested.id });
    const current = row && withInstanceSettings(ctx, row);
    if (!current || TESTED.some((field) => current[field] !== tested[field])) return;
    if (step === "sign_in") return recordAuthFailure(ctx, row, words);
    if (step !== "done") return transitionMailbox(ctx, row, { to: row.state, ...errorNow(ctx, words) });
    const now = ctx.now().toISOString();
    const proven_at = row.proven_at ?? (isProven ? now : null);
    // A state set by a person, or for reputation, stays until a person changes it.
    const isStopped = row.state === "disabled" || row.state === "paused_by_reputation";
    const to = isStopped ? row.state : proven_at === null ? "unverified" : "active";
    await transitionMailbox(ctx, row, { to, tested_at: now, proven_at, last_error: "", last_error_at: null });
  });
}
