/* An IMAP client (RFC 3501). Connections go to addresses that `SafeFetch` has checked; nothing is ever
   changed there. */
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
  /** Replaces the password. */
  accessToken?: string;
}

export interface ImapTimeouts {
  connectMs: number;
  answerMs: number;
}

/** More than is read of an e-mail, and far less than would do harm. */
const LITERAL_BYTES_MAX = 4 * READ_BYTES_MAX;
const LINE_BYTES_MAX = 4 * 1024 * 1024;

/** Signs in, and opens the inbox read-only. */
export async function openInbox(
  platform: Platform,
  login: ImapLogin,
  patience: ImapTimeouts,
): Promise<ImapFlow> {
  const { host, port, security } = login;
  // Loaded with the first inbox, so that it doesn't slow down startup.
  const { ImapFlow } = await import("imapflow");
  const socket = await platform.outbound.connect({ host, port, milliseconds: patience.connectMs });
  // The certificate is checked against the name, because the connection goes to an address.
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
  // The pending operation fails with the same error.
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

/** Disconnects without waiting for an unresponsive server. */
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

export interface InboxPosition {
  uid_validity: string | null;
  last_uid: number;
}

/** Returns the inbox's current end, for reading only later e-mail. */
export function endPosition(client: ImapFlow): InboxPosition {
  const { uidValidity, uidNext } = opened(client);
  return { uid_validity: String(uidValidity), last_uid: uidNext - 1 };
}

function opened({ mailbox }: ImapFlow) {
  if (!mailbox) throw new Error("The inbox isn't open.");
  return mailbox;
}

/**
 * Lists the numbers of e-mails after a position, oldest first. If the server has renumbered them, those of
 * the last days, which may have been read before.
 */
export async function listUidsAfter(client: ImapFlow, place: InboxPosition, since: Date): Promise<number[]> {
  const isSame = String(opened(client).uidValidity) === place.uid_validity;
  // A range that ends in `*` always includes the last one.
  const query = isSame ? { uid: `${place.last_uid + 1}:*` } : { since };
  const uids = (await client.search(query, { uid: true })) || [];
  return uids.filter((uid) => !isSame || uid > place.last_uid).sort((a, b) => a - b);
}

/** Fetches the starts of these e-mails. Those that are gone by now are left out. */
export async function fetchStarts(client: ImapFlow, uids: number[]): Promise<FetchedMessage[]> {
  const query = { uid: true, internalDate: true, source: { start: 0, maxLength: READ_BYTES_MAX } };
  const messages = await client.fetchAll(uids, query, { uid: true });
  return messages.flatMap(({ uid, internalDate, source }) =>
    source === undefined ? [] : [{ uid, source, received_at: new Date(internalDate ?? Number.NaN) }],
  );
}

/** What most call a spam folder, for servers that don't say it, such as Exchange's. */
const SPAM_NAME = /^(?:junk(?: e-?mail)?|spam|bulk(?: mail)?)$/i;

/**
 * Looks for an e-mail with these words in its subject: in the inbox, then in the spam folder. Whatever else a person's
 * rules did with it, and Gmail's tabs, which are all the inbox, IMAP doesn't say.
 */
export async function findBySubject(
  platform: Platform,
  login: ImapLogin,
  { words, patience }: { words: string; patience: ImapTimeouts },
): Promise<"inbox" | "spam" | undefined> {
  const client = await openInbox(platform, login, patience);
  const has = async () => ((await client.search({ subject: words }, { uid: true })) || []).length > 0;
  try {
    if (await has()) return "inbox";
    const folders = await client.list();
    const spam = folders.find(({ specialUse, name }) => specialUse === "\\Junk" || SPAM_NAME.test(name));
    if (!spam) return undefined;
    await client.mailboxOpen(spam.path, { readOnly: true });
    return (await has()) ? "spam" : undefined;
  } finally {
    disconnect(client);
  }
}
