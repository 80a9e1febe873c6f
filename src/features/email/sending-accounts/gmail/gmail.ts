/* Finds out whether Gmail sent an e-mail whose response got lost. */
import addressparser from "nodemailer/lib/addressparser";
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { MailboxRow } from "../store.ts";
import { readGmail } from "./gmail-reader.ts";

export { GmailError, readGmail, readGmailSource, stopReading } from "./gmail-reader.ts";
export { sendByGmail } from "./gmail-send.ts";

const id = z.string().regex(/^[\w-]{1,100}$/);
const listSchema = z.object({ messages: z.array(z.object({ id })).default([]) });
const messageSchema = z.object({
  threadId: id,
  internalDate: z.string().regex(/^\d{1,15}$/),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
});

export interface SentMailQuery {
  to: string;
  /** The original id or its prefix. Gmail may assign another Message-ID. */
  message_id: string;
  feedback_id: string;
  since: Date;
}

export type SentMailLookup =
  | { state: "found"; thread_id: string; sent_at: string }
  /** No e-mail to this address since then, so it never went out. */
  | { state: "absent" }
  /** An e-mail was found, but perhaps a different one. */
  | { state: "unclear" };

const CANDIDATES_MAX = 20;
const NAMES = ["To", "Message-ID", "X-Google-Original-Message-ID", "Feedback-ID"];
/** Addresses that need no escaping in a search. */
const PLAIN = /^[\w.!#$%&'*+/=?^`~-]+@[\w.-]+$/;

/** Searches a Gmail account's sent e-mail. Throws a `GmailError` if the request fails. */
export async function findSentAtGmail(
  platform: Platform,
  row: MailboxRow,
  { to, message_id, feedback_id, since }: SentMailQuery,
): Promise<SentMailLookup> {
  if (!PLAIN.test(to)) return { state: "unclear" };
  const query = encodeURIComponent(`to:"${to}" after:${Math.floor(since.getTime() / 1000)}`);
  const path = `messages?labelIds=SENT&includeSpamTrash=true&maxResults=${CANDIDATES_MAX}&q=${query}`;
  const { messages } = (await readGmail(platform, row, { path, schema: listSchema })) ?? { messages: [] };
  let isUnclear = false;
  const named = NAMES.map((name) => `&metadataHeaders=${name}`).join("");
  for (const { id } of messages) {
    const path = `messages/${id}?format=metadata${named}`;
    const message = await readGmail(platform, row, { path, schema: messageSchema });
    if (!message) continue;
    isUnclear = true;
    const of = (wanted: string) =>
      message.payload.headers.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    const starts = (name: string, start: string) =>
      of(name).some(({ value }) => value.replace(/^[\s<]+/, "").startsWith(start));
    const isTo = of("To").some(({ value }) => isAddressedTo(value, to));
    const isIt =
      starts("Message-ID", message_id) ||
      starts("X-Google-Original-Message-ID", message_id) ||
      (isTo && starts("Feedback-ID", feedback_id));
    if (!isIt) continue;
    const sent_at = new Date(Number(message.internalDate)).toISOString();
    return { state: "found", thread_id: message.threadId, sent_at };
  }
  return { state: isUnclear ? "unclear" : "absent" };
}

/** Compares the address itself, because another one may contain it, and so may a name. */
function isAddressedTo(header: string, to: string): boolean {
  const addresses = addressparser(header, { flatten: true });
  return addresses.some(({ address }) => address.toLowerCase() === to.toLowerCase());
}
