/* Sends e-mail through a provider, and interprets its responses for the sending account itself. */
import type { Transporter } from "nodemailer";
import { isEmail } from "#src/lib/email-address.ts";
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { MAILBOX_ERRORS } from "../contract.ts";
import { sendByGmail } from "../gmail/gmail.ts";
import { withInstanceSettings } from "../instance-mail.ts";
import { recordAuthFailure, recordThrottling } from "../states.ts";
import { findMailbox, type MailboxKey, type MailboxRow } from "../store.ts";
import { type Message, messageOptions } from "./message.ts";
import { classifyReply, cleanReplyText, isThrottlingReply, type ReplyClass } from "./reply-rules.ts";
import {
  capabilityLogger,
  openSmtp,
  type SmtpError,
  type SmtpTimeouts,
  sendBySmtp,
  supportsSmtpUtf8,
  watchMessages,
} from "./smtp.ts";

export { messageOptions } from "./message.ts";
export { type SmtpError, type SmtpTimeouts, sendBySmtp, systemCode } from "./smtp.ts";

export type SendResult =
  | {
      accepted: true;
      provider_id: string;
      outcome: string;
      /** Gmail's id, for later e-mail in the same conversation. */
      thread_id?: string;
    }
  | {
      accepted: false;
      failure: ReplyClass;
      /** The response got lost after the whole e-mail had left, so it may have been accepted. */
      is_uncertain: boolean;
    };

/**
 * An open connection to a sending account's provider. Callers have to reserve each send first
 * (`reserveSends`).
 */
export interface Sender {
  send(message: Message): Promise<SendResult>;
  close(): void;
}

/** True if a server saw the message, so that it counts against limits: servers count refused ones, too. */
export function hasReachedServer(answer: SendResult): boolean {
  if (answer.accepted || answer.is_uncertain) return true;
  const { kind } = answer.failure;
  return kind !== "connection" && kind !== "auth";
}

const PATIENCE: SmtpTimeouts = { connectMs: 30_000, answerMs: 60_000 };

/** Opens one pool of connections per sending account. Throws if it's gone. */
export async function openSender(
  platform: Platform,
  key: MailboxKey,
  patience: SmtpTimeouts = PATIENCE,
): Promise<Sender> {
  const found = await findMailbox(platform.db, key);
  if (!found) throw failure(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND");
  const row = withInstanceSettings(platform, found);
  if (row.kind === "gmail") return gmailSender(platform, row);
  const transport = await openTransport(platform, row, patience);
  return {
    async send(message) {
      if (!isEmail(message.to)) return NO_ADDRESS;
      const result = await sendBySmtp(transport, messageOptions(platform, row, message));
      if ("info" in result) {
        const { messageId, response } = result.info as { messageId: string; response: string };
        return { accepted: true, provider_id: messageId, outcome: cleanReplyText(response) };
      }
      const said = classifySmtpError(result.error);
      const isHeard = supportsSmtpUtf8(transport);
      const failure = forLetters(message.to, result.error, { said, isHeard }) ?? said;
      if (row.kind === "instance") return ofInstance(failure, result.isUncertain);
      await recordFailure(platform, row, { failure, error: result.error });
      return { accepted: false, failure, is_uncertain: result.isUncertain };
    },
    close: () => transport.close(),
  };
}

/** The stored address isn't a valid one. A campaign's other messages don't wait for it. */
const NO_ADDRESS: SendResult = {
  accepted: false,
  is_uncertain: false,
  failure: { kind: "soft", words: "This isn’t an e-mail address", is_final: true },
};

/** Watches the stream, to learn what has left. */
export async function openTransport(
  platform: Platform,
  row: MailboxRow,
  patience: SmtpTimeouts,
): Promise<Transporter> {
  const relay: Transporter | undefined =
    row.kind === "instance"
      ? platform.mail.openRelay?.(capabilityLogger(() => relay as Transporter))
      : undefined;
  // The same error rejects each e-mail's own promise.
  relay?.on("error", () => undefined);
  const transport = relay ?? (await openSmtp(platform, row, patience));
  watchMessages(transport);
  return transport;
}

/** Others send through it, too, so its requests to the instance say nothing about this sending account. */
function ofInstance(failure: ReplyClass, is_uncertain: boolean): SendResult {
  const kind = failure.kind === "auth" ? "connection" : failure.kind;
  const words = kind === "connection" ? "This instance’s mail server didn’t take it" : failure.words;
  return { accepted: false, failure: { kind, words }, is_uncertain };
}

function gmailSender(platform: Platform, row: MailboxRow): Sender {
  return {
    async send(message) {
      if (!isEmail(message.to)) return NO_ADDRESS;
      const mail = messageOptions(platform, row, message);
      const result = await sendByGmail(platform, row, { mail, thread_id: message.thread_id });
      if (result.accepted) return { ...result, outcome: "Accepted by Gmail" };
      const { failure, is_uncertain, slowDownMs: waitMs } = result;
      if (failure.kind === "auth") await recordAuthFailure(platform, row, failure.words);
      else if ("slowDownMs" in result)
        await recordThrottling(platform, row, { words: failure.words, waitMs });
      return { accepted: false, failure, is_uncertain };
    },
    close: () => undefined,
  };
}

/** Interprets a refusal for the address, unless it's about us. */
export function classifySmtpError(error: SmtpError): ReplyClass {
  const { code, responseCode, response, command = "" } = error;
  const isAboutRecipient = command.startsWith("RCPT TO");
  const said = classifyReply({ code: responseCode, text: response ?? error.message, isAboutRecipient });
  const reply = { ...said, is_final: responseCode !== undefined && responseCode >= 500 };
  // The client reports everything that happens while signing in as a refusal.
  if (error instanceof SafeFetchFailure) return { ...reply, kind: "connection" };
  if (code === "EAUTH") {
    // A server that can't check passwords right now hasn't refused ours.
    const isTemporary = responseCode !== undefined && responseCode < 500;
    return { ...reply, kind: isTemporary ? "connection" : "auth" };
  }
  // A server that refuses every command, from the greeting on, hasn't seen any message.
  if (responseCode === undefined || code === "EPROTOCOL" || command === "EHLO")
    return { ...reply, kind: "connection" };
  // A server's dislike of the sender doesn't make the address a dead one.
  if (/^MAIL FROM/.test(command) && reply.kind === "hard") return { ...reply, kind: "policy" };
  return reply;
}

const LETTERS = /^[^@]*[^\p{ASCII}]/u;
/** A server without SMTPUTF8 (RFC 6531) complains about the command, or reports an unknown user. */
const NO_LETTERS = /syntax|utf-?8|8-?bit|ascii|character|internationali[sz]ed|\b5\.(?:6\.7|5\.\d|1\.3)\b/i;

/**
 * A refusal of letters that a server can't accept before the `@` is about this one address. It's final, but
 * the address isn't dead, and nothing is paused. A server that never announced support (`isHeard`) may report
 * anything, even an unknown user.
 */
function forLetters(
  to: string,
  { responseCode = 0, response = "", command = "" }: SmtpError,
  { said, isHeard }: { said: ReplyClass; isHeard: boolean },
): ReplyClass | undefined {
  if (!LETTERS.test(to) || responseCode < 500) return undefined;
  const isSaid = [500, 501, 502, 503, 504, 553, 555].includes(responseCode) || NO_LETTERS.test(response);
  const isAboutEnvelope = /^(?:MAIL FROM|RCPT TO)/.test(command);
  const isSilent = !isHeard && isAboutEnvelope && ["hard", "policy", "soft"].includes(said.kind);
  if (!isSaid && !isSilent) return undefined;
  const words = `The sending account’s server takes no address with letters such as “ö” before the @. It says: ${response}`;
  return { kind: "soft", words: cleanReplyText(words), is_final: true };
}

async function recordFailure(
  platform: Platform,
  row: MailboxRow,
  { failure, error }: { failure: ReplyClass; error: SmtpError },
): Promise<void> {
  if (failure.kind === "auth") await recordAuthFailure(platform, row, failure.words);
  else if (isThrottlingReply({ code: error.responseCode, text: error.response }))
    await recordThrottling(platform, row, { words: failure.words });
}
