/* Reads an e-mail that came back once more, for staff who ask why it was read as it was. */
import type { Platform } from "#src/platform/context.ts";
import { dispatchFeedback } from "./dispatch-feedback.ts";
import { type Classification, classifyIncoming } from "./rules.ts";
import { parseInThread } from "./threaded-parser.ts";

export interface ReturnReading {
  kind: Classification["kind"];
  /** The Message-IDs that it may be about. */
  ids: readonly string[];
  recipient: string;
  /** The server's own words. */
  words: string;
  /** Its own Message-ID, under which its report counts once. */
  event_id: string;
}

/** `source` is a whole e-mail, as a mail program saves it. */
export async function readReturn(by: string, source: Buffer): Promise<ReturnReading> {
  const mail = await parseInThread(by, source);
  const judged = classifyIncoming(mail);
  const about = "words" in judged ? judged : { recipient: "", words: "" };
  const ids = judged.kind === "automatic" ? (judged.answers ?? []) : judged.ids;
  const { recipient, words } = about;
  return { kind: judged.kind, ids, recipient, words, event_id: mail.message_id };
}

/** Records it as if it had just come. False if it says nothing about a message, or is known. */
export async function replayReturn(
  platform: Platform,
  { kind, words, event_id }: ReturnReading,
  { account, message_id }: { account: string; message_id: string },
): Promise<boolean> {
  if (kind === "reply" || kind === "automatic" || kind === "unsubscribe") return false;
  const at = platform.now().toISOString();
  const report = { account, message_id, kind, words, at, event_id: event_id || message_id };
  return (await dispatchFeedback(platform, report)) !== undefined;
}
