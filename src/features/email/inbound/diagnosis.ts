/* Explains the problem with an inbox's server to the person who typed its name. */

import { cleanReplyText } from "#src/features/email/sending-accounts/send/reply-rules.ts";
import { AccessRevoked } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { Failure } from "#src/lib/errors.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import type { InboxTest } from "./contract.ts";
import type { ImapLogin } from "./imap.ts";
import type { InboxAuth } from "./rules.ts";

export type Diagnosis = Pick<InboxTest, "step" | "words">;
type Server = Pick<ImapLogin, "host" | "port" | "security"> & { auth?: InboxAuth };

/** The properties of an IMAP client's errors besides their message. */
interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseText?: string;
}

const CERTIFICATE = /certificate|altname|self.signed|issuer|DEPTH_ZERO|UNABLE_TO_VERIFY|CERT_/i;
const NOT_TLS = /wrong version number|packet length too long|unknown protocol|\bEPROTO\b|record/i;

export function diagnose(thrown: unknown, server: Server): Diagnosis {
  if (thrown instanceof AccessRevoked || thrown instanceof Failure)
    return { step: "sign_in", words: thrown.message };
  const error = thrown as ImapError;
  return diagnoseConnection(error, server) ?? diagnoseTls(error, server) ?? diagnoseAnswer(error, server);
}

function diagnoseConnection(error: ImapError, { host, port }: Server): Diagnosis | undefined {
  const cause =
    error instanceof SafeFetchFailure ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  const code = cause?.code ?? error.code;
  if (error instanceof SafeFetchFailure && error.problem === "forbidden")
    return { step: "name", words: `${host} is in a private network, where we don’t connect.` };
  if (code === "ENOTFOUND" || (error instanceof SafeFetchFailure && cause === undefined))
    return { step: "name", words: `There’s no host named ${host}. Check its spelling.` };
  if (code === "EAI_AGAIN")
    return { step: "name", words: `We couldn’t look up ${host} just now. Try again in a minute.` };
  if (code === "ECONNREFUSED")
    return {
      step: "connection",
      words: `Nothing answers at ${host}, port ${port}. Inboxes are usually at port 993.`,
    };
  if (error instanceof SafeFetchFailure || /TIMEOUT/i.test(code ?? ""))
    return { step: "connection", words: `${host}, port ${port}, doesn’t answer. Check the port.` };
  return undefined;
}

function diagnoseTls(error: ImapError, { host, port, security }: Server): Diagnosis | undefined {
  const said = `${error.code ?? ""} ${error.message}`;
  if (/does not match certificate|ALTNAME/i.test(said))
    return { step: "encryption", words: `The server’s certificate is for another name than ${host}.` };
  if (/expired/i.test(said)) return { step: "encryption", words: "The server’s certificate has expired." };
  if (CERTIFICATE.test(said))
    return { step: "encryption", words: "Nobody we trust has signed the server’s certificate." };
  if (security === "tls" && NOT_TLS.test(said))
    return {
      step: "encryption",
      words: `Port ${port} of ${host} doesn’t speak TLS from the start. Choose STARTTLS instead.`,
    };
  if (error.tlsFailed || /STARTTLS/.test(said))
    return { step: "encryption", words: `${host} doesn’t offer STARTTLS there. Try TLS at port 993.` };
  return undefined;
}

function diagnoseAnswer(
  { authenticationFailed, responseText }: ImapError,
  { host, auth }: Server,
): Diagnosis {
  const quoted = responseText ? ` It says: “${cleanReplyText(responseText)}”` : "";
  const what = auth === "xoauth2" ? "the sending account’s token" : "this username or password";
  if (authenticationFailed) return { step: "sign_in", words: `${host} refuses ${what}.${quoted}` };
  if (responseText) return { step: "inbox", words: `${host} doesn’t let us read the inbox.${quoted}` };
  return { step: "connection", words: `${host} hung up, or isn’t an IMAP server. Check the port.` };
}
