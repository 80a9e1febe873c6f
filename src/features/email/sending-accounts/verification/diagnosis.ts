/* Explains the problem with a mail server to the person who typed its name. */
import { connect as connectTls } from "node:tls";
import { type SafeFetch, SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import type { MailboxTest } from "../contract.ts";
import { AccessRevoked } from "../credentials/credentials.ts";
import { classifyReply } from "../send/reply-rules.ts";
import { type SmtpError, type SmtpTimeouts, systemCode } from "../send/send.ts";
import type { MailboxRow } from "../store.ts";

export type Diagnosis = Pick<MailboxTest, "step" | "words">;
type Server = Pick<MailboxRow, "host" | "port" | "security" | "from_address">;

const CERTIFICATE = /certificate|altname|self.signed|issuer|DEPTH_ZERO|UNABLE_TO_VERIFY|CERT_/i;
const NOT_TLS =
  /wrong version number|packet length too long|unknown protocol|\bEPROTO\b|http request|record/i;

export function diagnose(
  error: SmtpError,
  server: Server,
  { isTlsPort = false }: { isTlsPort?: boolean } = {},
): Diagnosis {
  return (
    diagnoseConnection(error, server, isTlsPort) ??
    diagnoseTls(error, server) ??
    diagnoseAnswer(error, server)
  );
}

function diagnoseConnection(
  error: SmtpError,
  { host, port }: Server,
  isTlsPort: boolean,
): Diagnosis | undefined {
  const code = systemCode(error);
  const at = `${host}, port ${port}`;
  if (error instanceof SafeFetchFailure && error.problem === "forbidden")
    return { step: "name", words: `${host} is in a private network, where we don’t connect.` };
  if (code === "EAI_AGAIN")
    return { step: "name", words: `We couldn’t look up ${host} just now. Try again in a minute.` };
  if (code === "ENOTFOUND" || (error instanceof SafeFetchFailure && error.cause === undefined))
    return { step: "name", words: `There’s no host named ${host}. Check its spelling.` };
  if (code === "ECONNREFUSED")
    return {
      step: "connection",
      words: `Nothing answers at ${at}. Mail servers are usually at port 587 or 465.`,
    };
  if (isTlsPort)
    return { step: "encryption", words: `${at}, expects TLS from the start. Choose TLS instead.` };
  if (error.timeoutType === "GREETING_TIMEOUT")
    return { step: "connection", words: `Something is at ${at}, but it says nothing. Check the port.` };
  if (error instanceof SafeFetchFailure || error.code === "ETIMEDOUT")
    return { step: "connection", words: `${at}, doesn’t answer. Check the port, or try again later.` };
  return undefined;
}

function diagnoseTls(error: SmtpError, { host, port }: Server): Diagnosis | undefined {
  const said = `${systemCode(error) ?? ""} ${error.message}`;
  if (/does not match certificate|ALTNAME/i.test(said))
    return { step: "encryption", words: `The server’s certificate is for another name than ${host}.` };
  if (/expired/i.test(said)) return { step: "encryption", words: "The server’s certificate has expired." };
  if (CERTIFICATE.test(said))
    return { step: "encryption", words: "Nobody we trust has signed the server’s certificate." };
  if (NOT_TLS.test(said))
    return {
      step: "encryption",
      words: `Port ${port} of ${host} doesn’t speak TLS from the start. Choose STARTTLS instead.`,
    };
  if (error.code === "ETLS" || error.command === "STARTTLS")
    return {
      step: "encryption",
      words: `${host} doesn’t offer STARTTLS at port ${port}. Try TLS at port 465.`,
    };
  return undefined;
}

function diagnoseAnswer(error: SmtpError, { host, from_address }: Server): Diagnosis {
  const { code, response, responseCode, command = "" } = error;
  const { words } = classifyReply({ code: responseCode, text: response ?? error.message });
  const quoted = response === undefined ? "" : ` It says: “${words}”`;
  if (error instanceof AccessRevoked)
    return { step: "sign_in", words: "The server that issues tokens refuses ours. Get a new one." };
  if (code === "EPROTOCOL" && responseCode === undefined)
    return { step: "connection", words: `What answers at ${host} isn’t a mail server. Check the port.` };
  if (code === "EAUTH" || /^AUTH/.test(command)) {
    if (/Missing credentials/.test(error.message))
      return { step: "sign_in", words: "The password is missing. Enter it again." };
    return { step: "sign_in", words: `${host} refuses this username or password.${quoted}` };
  }
  if (/^MAIL FROM/.test(command))
    return { step: "sender", words: `${host} doesn’t let you send as ${from_address}.${quoted}` };
  if (response !== undefined) return { step: "message", words: `${host} refused the test e-mail.${quoted}` };
  return { step: "connection", words: `${host} hung up. Try again later.` };
}

/** True if a port without a greeting speaks TLS from its first byte. */
export async function isTlsPort(
  outbound: SafeFetch,
  { host, port }: Server,
  { connectMs, answerMs }: SmtpTimeouts,
): Promise<boolean> {
  const socket = await outbound.connect({ host, port, milliseconds: connectMs }).catch(() => undefined);
  if (!socket) return false;
  return new Promise((resolve) => {
    const end = (speaks: boolean) => () => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(answerMs, end(false));
    // The certificate is checked once the port is right.
    connectTls({ socket, rejectUnauthorized: false })
      .once("secureConnect", end(true))
      .once("error", end(false))
      .once("close", end(false));
  });
}
