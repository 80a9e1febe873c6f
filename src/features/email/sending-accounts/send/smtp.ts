/* The SMTP client. Connections go to addresses that `SafeFetch` has checked. */
import type { Readable } from "node:stream";
import type { SendMailOptions, SentMessageInfo, Transporter } from "nodemailer";
import type { Platform } from "#src/platform/context.ts";
import { requireNetworkAllowed } from "#src/platform/db/transaction-guard.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import { openSecret, xoauth2Token } from "../credentials/credentials.ts";
import { CONNECTIONS_MAX } from "../rules.ts";
import type { MailboxRow } from "../store.ts";

/** Time limits for each phase. A hanging server costs an attempt, not the worker. */
export interface SmtpTimeouts {
  connectMs: number;
  answerMs: number;
}

const MESSAGES_PER_CONNECTION = 100;

/** The properties of a mail client's errors besides their message. */
export interface SmtpError extends Error {
  code?: string;
  /** The system's own code, such as that of a certificate. */
  originalCode?: string;
  response?: string;
  responseCode?: number;
  /** The command, such as `RCPT TO`. */
  command?: string;
  timeoutType?: string;
}

/** Opens a pool of connections to the account's server. */
export async function openSmtp(
  platform: Platform,
  row: MailboxRow,
  patience: SmtpTimeouts,
): Promise<Transporter> {
  // Loaded with the first e-mail, so that it doesn't slow down startup.
  const { createTransport } = await import("nodemailer");
  const options = {
    pool: true,
    host: row.host,
    port: row.port,
    secure: row.security === "tls",
    requireTLS: row.security === "starttls",
    ignoreTLS: row.security === "none",
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MESSAGES_PER_CONNECTION,
    // The connection mustn't decide about retries.
    maxRequeues: 0,
    connectionTimeout: patience.connectMs,
    // Shorter than the socket's timeout, so that the missing part is known.
    greetingTimeout: patience.answerMs / 2,
    socketTimeout: patience.answerMs,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Without it, a server that doesn't offer to sign in would get e-mail without authentication.
    forceAuth: row.auth !== "none",
    ...signInWith(platform, row),
    ...capabilityLogger(() => transport),
    getSocket: (_options: unknown, done: (error: Error | null, socket?: object) => void) => {
      platform.outbound
        .connect({ host: row.host, port: row.port, milliseconds: patience.connectMs })
        .then((connection) => done(null, { connection }), done);
    },
  };
  const transport: Transporter = createTransport(options as never) as Transporter;
  // The same error rejects each e-mail's own promise.
  transport.on("error", () => undefined);
  if (row.auth === "xoauth2")
    transport.set("oauth2_provision_cb", ((_user: string, isNew: boolean, done: ProvisionDone) => {
      xoauth2Token(platform, row, { isNew }).then((token) => done(null, token), done);
    }) as never);
  return transport;
}

/** Connections whose servers announce support for letters outside ASCII before the `@` (RFC 6531). */
const LETTERED = new WeakSet<Transporter>();
export const supportsSmtpUtf8 = (transport: Transporter) => LETTERED.has(transport);

/** Returns options that make the client log its server's capabilities, without the rest of the traffic. */
export function capabilityLogger(transport: () => Transporter): object {
  const debug = ({ tnx }: { tnx?: string }, said: unknown) => {
    if (tnx === "server" && typeof said === "string" && /^250[ -]SMTPUTF8\b/im.test(said))
      LETTERED.add(transport());
  };
  return { transactionLog: true, logger: { debug, info: () => undefined, error: () => undefined } };
}

type ProvisionDone = (error: Error | null, token?: string) => void;

function signInWith(platform: Platform, row: MailboxRow): object {
  const { username: user } = row;
  if (row.auth === "none") return {};
  if (row.auth === "xoauth2") return { auth: { type: "OAuth2", user } };
  return { auth: { user, pass: openSecret(platform, row).password, method: row.auth.toUpperCase() } };
}

/**
 * Records when the end of an e-mail has left: from then on, a lost response may mean that it was accepted.
 */
export async function sendBySmtp(
  transport: Transporter,
  mail: SendMailOptions,
): Promise<{ info: SentMessageInfo } | { error: SmtpError; isUncertain: boolean }> {
  requireNetworkAllowed();
  let isHandedOver = false;
  const watched = {
    ...mail,
    // The client's type for it is missing.
    watch: (message: { processFunc(look: (input: Readable) => Readable): void }) =>
      message.processFunc((input) =>
        input.once("end", () => {
          isHandedOver = true;
        }),
      ),
  };
  try {
    return { info: await transport.sendMail(watched) };
  } catch (error) {
    const said = error as SmtpError;
    return { error: said, isUncertain: isHandedOver && said.responseCode === undefined };
  }
}

/** Lets `sendBySmtp` watch the outgoing stream. */
export function watchMessages(transport: Transporter): void {
  transport.use("stream", (mail, done) => {
    const { data, message } = mail as unknown as {
      data: { watch?: (message: unknown) => void };
      message: unknown;
    };
    data.watch?.(message);
    done();
  });
}

/** Returns the code of a failed connection, from `SafeFetch` or from the mail client. */
export function systemCode(error: unknown): string | undefined {
  if (error instanceof SafeFetchFailure) return (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return (error as SmtpError).originalCode ?? (error as SmtpError).code;
}
