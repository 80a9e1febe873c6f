import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const broadcastEvents = eventList("account");

const titled = z.object({ title: z.string() });
const about = (what: string, title: unknown) =>
  typeof title === "string" && title !== "" ? `${what}: ${title}` : what;

/* What staff tell many people. The subject is the notification. */

export const broadcastSaved = broadcastEvents.add("broadcast.saved", {
  payload: titled,
  sentence: ({ title }) => about("Wrote a notification for many people", title),
});

export const broadcastRemoved = broadcastEvents.add("broadcast.removed", {
  payload: titled,
  sentence: ({ title }) => about("Deleted the draft of a notification", title),
});

export const broadcastSent = broadcastEvents.add("broadcast.sent_off", {
  payload: titled.extend({ total: z.number() }),
  sentence: ({ title }) => about("Sent a notification to many people", title),
});

export const broadcastProposed = broadcastEvents.add("broadcast.proposed", {
  /** `roles`: who may confirm it. */
  payload: titled.extend({ total: z.number(), roles: z.array(z.string()) }),
  sentence: ({ title }) => about("Asked a colleague to confirm a notification to many people", title),
});

export const broadcastApproved = broadcastEvents.add("broadcast.approved", {
  payload: titled,
  sentence: ({ title }) => about("Confirmed a colleague’s notification to many people", title),
});

export const broadcastStopped = broadcastEvents.add("broadcast.stopped", {
  payload: titled,
  sentence: ({ title }) => about("Stopped a notification to many people", title),
});

export const broadcastHeld = broadcastEvents.add("broadcast.held", {
  payload: titled,
  sentence: ({ title }) => about("Held back a notification to many people, because it was too late", title),
});

export const broadcastResumed = broadcastEvents.add("broadcast.resumed", {
  payload: titled,
  sentence: ({ title }) => about("Sent a notification that had been held back", title),
});

export const broadcastTemplateSaved = broadcastEvents.add("broadcast.template_saved", {
  payload: titled,
  sentence: ({ title }) => about("Saved a template for notifications", title),
});

export const broadcastTemplateRemoved = broadcastEvents.add("broadcast.template_removed", {
  payload: titled,
  sentence: ({ title }) => about("Deleted a template for notifications", title),
});
