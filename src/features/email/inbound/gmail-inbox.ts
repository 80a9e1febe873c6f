/* New e-mail in a Gmail inbox, by Gmail's own history. Nothing is ever changed there. */
import * as z from "zod";
import {
  GmailError,
  readGmail,
  readGmailSource,
  type requireMailbox,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Platform } from "#src/platform/context.ts";
import { READ_BYTES_MAX } from "./mime-parser.ts";
import { READ_MAX } from "./rules.ts";

type GmailBox = Awaited<ReturnType<typeof requireMailbox>>;

const id = z.string().regex(/^[\w-]{1,100}$/);
const place = z.string().regex(/^\d{1,30}$/);
const profileSchema = z.object({ historyId: place });
const historySchema = z.object({
  historyId: place,
  history: z
    .array(
      z.object({ id: place, messagesAdded: z.array(z.object({ message: z.object({ id }) })).default([]) }),
    )
    .default([]),
  nextPageToken: z.string().max(1000).optional(),
});
const listSchema = z.object({
  messages: z.array(z.object({ id })).default([]),
  nextPageToken: z.string().max(1000).optional(),
});
const messageSchema = z.object({
  threadId: id,
  labelIds: z.array(z.string()).default([]),
  internalDate: z.string().default(""),
});

/** Google's maximum. */
const LISTED_AT_ONCE = 500;
const NO_INBOX = "Google says there’s no such inbox.";

export async function getHistoryId(platform: Platform, box: GmailBox): Promise<string> {
  const profile = await readGmail(platform, box, { path: "profile", schema: profileSchema });
  if (!profile) throw new GmailError(NO_INBOX);
  return profile.historyId;
}

export interface GmailHistory {
  /** Oldest first, each with its position in the history. */
  messages: { id: string; place: string }[];
  /** The position to continue from. */
  next: string;
  isLast: boolean;
}

/** Lists e-mail since a position. Undefined if Google has dropped that part of its history. */
export async function listGmailHistory(
  platform: Platform,
  box: GmailBox,
  from: string,
): Promise<GmailHistory | undefined> {
  const messages = new Map<string, string>();
  let next = from;
  let page = "";
  do {
    const asked = `startHistoryId=${from}&historyTypes=messageAdded&labelId=INBOX&maxResults=${READ_MAX}`;
    const path = `history?${asked}${page}`;
    const answer = await readGmail(platform, box, { path, schema: historySchema });
    if (answer === undefined) return undefined;
    const { history, historyId, nextPageToken } = answer;
    for (const { id: place, messagesAdded } of history)
      for (const { message } of messagesAdded) messages.set(message.id, place);
    next = nextPageToken === undefined ? historyId : (history.at(-1)?.id ?? next);
    page = nextPageToken === undefined ? "" : `&pageToken=${encodeURIComponent(nextPageToken)}`;
  } while (page !== "" && messages.size < READ_MAX);
  const list = [...messages].map(([id, place]) => ({ id, place }));
  return { messages: list, next, isLast: page === "" };
}

export async function listGmailSince(platform: Platform, box: GmailBox, since: Date): Promise<string[]> {
  const ids = new Set<string>();
  const query = encodeURIComponent(`in:inbox after:${Math.floor(since.getTime() / 1000)}`);
  let page = "";
  do {
    const path = `messages?q=${query}&maxResults=${LISTED_AT_ONCE}${page}`;
    const answer = await readGmail(platform, box, { path, schema: listSchema });
    if (!answer) throw new GmailError(NO_INBOX);
    for (const { id } of answer.messages) ids.add(id);
    const { nextPageToken: next } = answer;
    page = next === undefined ? "" : `&pageToken=${encodeURIComponent(next)}`;
  } while (page !== "");
  return [...ids].reverse();
}

export interface GmailMessage {
  source: Buffer;
  thread_id: string;
  received_at: Date;
}

/** Undefined if it's gone, or if the owner wrote it. */
export async function findGmailMessage(
  platform: Platform,
  box: GmailBox,
  id: string,
): Promise<GmailMessage | undefined> {
  const path = `messages/${id}?format=minimal`;
  const about = await readGmail(platform, box, { path, schema: messageSchema });
  if (!about || about.labelIds.includes("SENT") || about.labelIds.includes("DRAFT")) return undefined;
  const source = await readGmailSource(platform, box, { id, bytes: READ_BYTES_MAX });
  const received_at = new Date(about.internalDate === "" ? Number.NaN : Number(about.internalDate));
  return source && { source, thread_id: about.threadId, received_at };
}
