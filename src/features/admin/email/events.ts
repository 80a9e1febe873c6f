import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because } from "#src/lib/event-sentences.ts";

export const emailEvents = eventList("mailbox");

const stop = z.object({ is_stopped: z.boolean(), reason: z.string() });
/* What staff decided about e-mail, and why. */

/** About the whole instance. */
export const allSendingStopped = emailEvents.add("email.all_sending_stopped", {
  payload: stop,
  sentence: ({ is_stopped, reason }) =>
    because(is_stopped === false ? "Let all accounts send again" : "Stopped what all accounts send", reason),
});

/** An e-mail that came back was read again. The subject is the message that it's about. */
export const returnReplayed = emailEvents.add("email.return_replayed", {
  payload: z.object({ verdict: z.string() }),
  sentence: "Read an e-mail again that had come back",
});
