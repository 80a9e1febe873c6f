/* Talking to IMAP servers (RFC 3501). Connections go to addresses that `Outbound` has checked; nothing is ever changed there. */
import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ImapFlow } from "imapflow";
import type { Security } from "#src/features/email/sending-accounts/rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { READ_BYTES_MAX } from "./mime-parser.ts";

export interface ImapLogin {
  host: string;
  port: number;
  security: Security;
  username: string;
  password: string;
  /** Instead of a password. */
  accessToken?: string;
}

/** How long a server may take for each part. */
export interface ImapTimeouts {
  connectMs: number;
  answerMs: number;
}

/** More than what's read of an e-mail, and far less than what hurts. */
const LITERAL_BYTES_MAX = 4 * READ_BYTES_MAX;
const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** Signs in, and opens the inbox for reading only. */
export async function openInbox(
  platform: Platform,
  login: ImapLogin,
  patience: ImapTimeouts,
): Promise<ImapFlow> {
  const { host, port, security } = login;
  // Loaded by the first inbox, so that it doesn't slow down startup.
  const { ImapFlow } = await import("imapflow");
  const socket = await platform.outbound.connect({ host, port, milliseconds: patience.connectMs });
  // The name is checked against the certificate, because the connection goes to an address.
  const secured = (done: () => void) =>
    connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) }, done);
  const client = new ImapFlow({
    host,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    auth: {
      user: login.username,
      ...(login.accessToken === undefined ? { pass: login.password } : { accessToken: login.accessToken }),
    },
    transport: {
      connect({ secure }, onConnect) {
        if (secure) return secured(onConnect);
        setImmediate(onConnect);
        return socket;
      },
      upgrade: (_socket, _options, onSecure) => secured(onSecure),
    },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: patience.connectMs,
    greetingTimeout: patience.answerMs / 2,
    socketTimeout: patience.answerMs,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxLineLength: LINE_BYTES_MAX,
    maxResponseSize: LITERAL_BYTES_MAX + LINE_BYTES_MAX,
  });
  // Whatever is being waited for fails with it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.mailboxOpen("INBOX", { readOnly: true });
    return client;
  } catch (error) {
    client.close();
    socket.destroy();
    throw error;
  }
}

/** Leaves without waiting for a server that doesn't answer. */
export function disconnect(client: ImapFlow): void {
  client.logout().catch(() => undefined);
  setTimeout(() => client.close(), 1000).unref();
}

export interface FetchedMessage {
  uid: number;
  received_at: Date;
  /** Only its start. */
  source: Buffer;
}

/** How far somebody has read. */
export interface InboxPosition {
  uid_validity: string | null;
  last_uid: number;
}

/** Where the inbox ends now, for those who begin there. */
export function endPosition(client: ImapFlow): InboxPosition {
  const { uidValidity, uidNext } = opened(client);
  return { uid_validity: String(uidValidity), last_uid: uidNext - 1 };
}

function opened({ mailbox }: ImapFlow) {
  if (!mailbox) throw new Error("The inbox isn't open.");
  return mailbox;
}

/**
 * The numbers of e-mails after a place, oldest first. If the server has numbered them anew, those of the last
 * days, which may have been read before.
 */
export async function listUidsAfter(client: ImapFlow, place: InboxPosition, since: Date): Promise<number[]> {
  const isSame = String(opened(client).uidValidity) === place.uid_validity;
  // A range that ends in `*` always has the last one in it.
  const query = isSame ? { uid: `${place.last_uid + 1}:*` } : { since };
  const uids = (await client.search(query, { uid: true })) || [];
  return uids.filter((uid) => !isSame || uid > place.last_uid).sort((a, b) => a - b);
}

/** The starts of these e-mails. Those that are gone by now are left out. */
export async function fetchStarts(client: ImapFlow, uids: number[]): Promise<FetchedMessage[]> {
  const query = { uid: true, internalDate: true, source: { start: 0, maxLength: READ_BYTES_MAX } };
  const messages = await client.fetchAll(uids, query, { uid: true });
  return messages.flatMap(({ uid, internalDate, source }) =>
    source === undefined ? [] : [{ uid, source, received_at: new Date(internalDate ?? Number.NaN) }],
  );
}
