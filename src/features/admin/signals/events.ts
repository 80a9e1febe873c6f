import * as z from "zod";
import {
  SIGNAL_KINDS,
  SIGNAL_LABELS,
  type SignalKind,
} from "#src/features/public/moderation/signal-rules.ts";
import { eventList } from "#src/lib/event-list.ts";
import { MODE_LABELS, SIGNAL_MODES, type SignalMode } from "./rules.ts";

export const signalEvents = eventList("other");

/* About the whole instance. */

/** The subject is the signal’s kind. */
export const signalChanged = signalEvents.add("signal.changed", {
  payload: z.object({
    signal: z.enum(SIGNAL_KINDS),
    mode: z.enum(SIGNAL_MODES),
    threshold: z.number().nullable(),
    /** How many words or brands it has now, if those changed. */
    entries: z.number().nullable(),
  }),
  sentence: ({ signal, mode }) => {
    const label = SIGNAL_LABELS[signal as SignalKind];
    const state = MODE_LABELS[mode as SignalMode];
    return label === undefined || state === undefined
      ? "Changed a signal"
      : `Changed a signal, ${label}: ${state}`;
  },
});

/** The subject is the list, here and below. */
const list = z.object({ name: z.string(), hosts: z.number() });
const named = (what: string, name: unknown) => (typeof name === "string" ? `${what}: ${name}` : what);

export const hostListAdded = signalEvents.add("host_list.added", {
  payload: list.pick({ name: true }),
  sentence: ({ name }) => named("Added a list of bad hosts", name),
});

export const hostListUpdated = signalEvents.add("host_list.updated", {
  payload: list,
  sentence: ({ name }) => named("Updated a list of bad hosts", name),
});

export const hostListRemoved = signalEvents.add("host_list.removed", {
  payload: list.pick({ name: true }),
  sentence: ({ name }) => named("Removed a list of bad hosts", name),
});

/** It’s done by a job. */
export const hostListUpdateAsked = signalEvents.add("host_list.update_asked", {
  payload: list.pick({ name: true }),
  sentence: ({ name }) => named("Asked for the latest of a list of bad hosts", name),
});
