/* Talks to a mail server until the connection is encrypted, and hangs up. */
import { isIP, type Socket } from "node:net";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { SafeFetchFailure } from "#src/platform/outbound/safe-fetch.ts";
import type { Sender } from "./check.ts";
import type { CheckState } from "./checks-contract.ts";

const PROBE_MS_MAX = 8000;
const ANSWER_CHARS_MAX = 8192;
/** Certificates are usually renewed a month before they end. */
const RENEWED_DAYS = 10;

export interface TlsFindings {
  state: CheckState;
  words: string;
  found: string;
}

type Server = Pick<Sender["senders"][number], "host" | "port" | "security">;

export async function probeTls(platform: Platform, server: Server): Promise<TlsFindings> {
  const { host, port, security } = server;
  if (security === "none")
    return {
      state: "wrong",
      words: `The connection to ${host} isn’t encrypted. Choose STARTTLS or TLS for the sending account.`,
      found: `${host}:${port}`,
    };
  let socket: Socket | undefined;
  try {
    socket = await platform.outbound.connect({ host, port, milliseconds: PROBE_MS_MAX });
    const raw = socket;
    const timer = setTimeout(() => raw.destroy(new Error("too slow")), PROBE_MS_MAX);
    try {
      if (security === "starttls") await startTls(raw);
      return judge(await encrypt(raw, host), server, platform.now());
    } finally {
      clearTimeout(timer);
    }
  } catch (error) {
    if (error instanceof NoStartTls)
      return {
        state: "wrong",
        words: `${host} doesn’t offer STARTTLS at port ${port}.`,
        found: `${host}:${port}`,
      };
    const words =
      error instanceof SafeFetchFailure && error.problem === "forbidden"
        ? `${host} is in a private network, where we don’t connect.`
        : `${host}, port ${port}, didn’t answer. Check again in a minute.`;
    return { state: "unknown", words, found: "" };
  } finally {
    socket?.destroy();
  }
}

class NoStartTls extends Error {}

/** Greets the server and asks it to encrypt (RFC 3207). */
async function startTls(socket: Socket): Promise<void> {
  await readReply(socket);
  socket.write("EHLO fanfare.invalid\r\n");
  if (!/^250[ -]STARTTLS\b/im.test(await readReply(socket))) throw new NoStartTls();
  socket.write("STARTTLS\r\n");
  if (!(await readReply(socket)).startsWith("220")) throw new NoStartTls();
}

/** Reads until the last line of a reply, whose code is followed by a space. */
function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const end = (error?: Error) => {
      socket.off("data", onData).off("error", end).off("close", onClose);
      socket.pause();
      if (error) reject(error);
      else resolve(text);
    };
    const onClose = () => end(new Error("closed"));
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (/^\d{3}(?: .*)?\r?\n$/m.test(text)) end();
      else if (text.length > ANSWER_CHARS_MAX) end(new Error("too long"));
    };
    socket.on("data", onData).on("error", end).on("close", onClose).resume();
  });
}

function encrypt(socket: Socket, host: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // What's wrong with the certificate is what the check is about, so the connection has to be made first.
    const name = isIP(host) ? {} : { servername: host };
    const secure = connectTls({ socket, ...name, host, rejectUnauthorized: false, minVersion: "TLSv1" });
    secure.once("secureConnect", () => resolve(secure));
    secure.on("error", reject);
    socket.once("close", () => reject(new Error("closed")));
  });
}

const OLD = new Set(["TLSv1", "TLSv1.1"]);

function judge(secure: TLSSocket, { host, port }: Server, now: Date): TlsFindings {
  const version = secure.getProtocol() ?? "";
  const { valid_to = "" } = secure.getPeerCertificate() as Partial<PeerCertificate>;
  const end = Date.parse(valid_to);
  const until = Number.isNaN(end) ? "" : `, ${new Date(end).toISOString().slice(0, 10)}`;
  const found = `${host}:${port}, ${version.replace("TLSv", "TLS ")}${until}`;
  const error = String(secure.authorizationError ?? "");
  if (error !== "") return { state: "wrong", words: certificateWords(error, host), found };
  if (OLD.has(version))
    return { state: "wrong", words: `${host} only speaks an outdated version of TLS.`, found };
  const days = Math.floor((end - now.getTime()) / DAY_MS);
  if (days < RENEWED_DAYS)
    return { state: "advice", words: `The certificate of ${host} ends in ${Math.max(0, days)} days.`, found };
  return { state: "good", words: "The connection is encrypted, and the certificate is good.", found };
}

function certificateWords(error: string, host: string): string {
  if (/ALTNAME/.test(error)) return `The server’s certificate is for another name than ${host}.`;
  if (/EXPIRED/.test(error)) return "The server’s certificate has expired.";
  return "Nobody we trust has signed the server’s certificate.";
}
