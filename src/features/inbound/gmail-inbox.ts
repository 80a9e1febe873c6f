/* What's new in a Gmail inbox, by Gmail's own history of it. Nothing is ever changed there. */
import * as z from "zod";
import {
  GmailTrouble,
  readGmail,
  readGmailSource,
  type requireMailbox,
} from "#src/features/mailboxes/mailboxes.ts";
import type { Platform } from "#src/platform/context.ts";
import { READ_BYTES_MAX } from "./parsing.ts";
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
const listSchema = z.object({ messages: z.array(z.object({ id })).default([]) });
const messageSchema = z.object({
  threadId: id,
  labelIds: z.array(z.string()).default([]),
  internalDate: z.string().default(""),
});

/** Where the inbox is now. */
export async function gmailPlace(platform: Platform, box: GmailBox): Promise<string> {
  const profile = await readGmail(platform, box, { path: "profile", schema: profileSchema });
  if (!profile) throw new GmailTrouble("Google says there’s no such inbox.");
  return profile.historyId;
}

export interface GmailNews {
  /** Oldest first, each with the place in history that it's at, unless that's unknown. */
  messages: { id: string; place?: string | undefined }[];
  /** Where to go on afterwards. */
  next: string;
  isLast: boolean;
}

/** What came since a place. Google forgets old places: then it's what came last, since a time. */
export async function gmailNews(
  platform: Platform,
  box: GmailBox,
  { from, since }: { from: string; since: Date },
): Promise<GmailNews> {
  const messages = new Map<string, string>();
  let next = from;
  let page = "";
  do {
    const asked = `startHistoryId=${from}&historyTypes=messageAdded&labelId=INBOX&maxResults=${READ_MAX}`;
    const path = `history?${asked}${page}`;
    const answer = await readGmail(platform, box, { path, schema: historySchema });
    if (answer === undefined) return newsByTime(platform, box, since);
    const { history, historyId, nextPageToken } = answer;
    for (const { id: place, messagesAdded } of history)
      for (const { message } of messagesAdded) messages.set(message.id, place);
    next = nextPageToken === undefined ? historyId : (history.at(-1)?.id ?? next);
    page = nextPageToken === undefined ? "" : `&pageToken=${encodeURIComponent(nextPageToken)}`;
  } while (page !== "" && messages.size < READ_MAX);
  const list = [...messages].map(([id, place]) => ({ id, place }));
  return { messages: list, next, isLast: page === "" };
}

async function newsByTime(platform: Platform, box: GmailBox, since: Date): Promise<GmailNews> {
  // First the place, so that what comes meanwhile is read twice rather than never.
  const next = await gmailPlace(platform, box);
  const query = encodeURIComponent(`in:inbox after:${Math.floor(since.getTime() / 1000)}`);
  const path = `messages?q=${query}&maxResults=${READ_MAX}`;
  const found = await readGmail(platform, box, { path, schema: listSchema });
  return { messages: found?.messages.reverse() ?? [], next, isLast: true };
}

export interface GmailMessage {
  source: Buffer;
  thread_id: string;
  received_at: Date;
}

/** Undefined for one that's gone, or that the owner wrote. */
export async function gmailMessage(
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
