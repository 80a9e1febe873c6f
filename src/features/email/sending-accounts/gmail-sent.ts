/* Whether Gmail sent an e-mail whose answer got lost. */
import addressparser from "nodemailer/lib/addressparser";
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { readGmail } from "./gmail-reader.ts";
import type { MailboxRow } from "./store.ts";

const id = z.string().regex(/^[\w-]{1,100}$/);
const listSchema = z.object({ messages: z.array(z.object({ id })).default([]) });
const messageSchema = z.object({
  threadId: id,
  internalDate: z.string().regex(/^\d{1,15}$/),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
});

/** What says which e-mail it is. */
export interface SentMailQuery {
  to: string;
  /** As the e-mail left with them, or their start. Gmail may give it another Message-ID. */
  message_id: string;
  feedback_id: string;
  since: Date;
}

export type SentMailLookup =
  | { state: "found"; thread_id: string; sent_at: string }
  /** There's nothing to this address since then, so it never went out. */
  | { state: "absent" }
  /** There's something, and perhaps it isn't this. */
  | { state: "unclear" };

const CANDIDATES_MAX = 20;
const NAMES = ["To", "Message-ID", "X-Google-Original-Message-ID", "Feedback-ID"];
/** Addresses that mean themselves in a search. */
const PLAIN = /^[\w.!#$%&'*+/=?^`~-]+@[\w.-]+$/;

/** Looks among what a Gmail account has sent. Throws a `GmailError` if it can't be asked. */
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

/** The address itself: another one may contain it, and so may a name. */
function isAddressedTo(header: string, to: string): boolean {
  const addresses = addressparser(header, { flatten: true });
  return addresses.some(({ address }) => address.toLowerCase() === to.toLowerCase());
}
