import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";

export const mailboxEvents = eventList("mailbox");

const STATES: Readonly<Record<string, string>> = {
  unverified: "waiting to be tested",
  active: "ready to send",
  throttled: "waiting, because its server asked us to slow down",
  paused_by_reputation: "paused, because too much came back or was reported",
  auth_failed: "stopped, because its server refuses our sign-in",
  disabled: "off",
};

/** The subject is the mailbox in all of these. */
export const mailboxCreated = mailboxEvents.add("mailbox.created", {
  payload: z.object({ kind: z.string() }),
  sentence: "Added a sending account",
});

/** `fields` are those that changed. */
export const mailboxUpdated = mailboxEvents.add("mailbox.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a sending account"),
});

/** Somebody has proven that the sender's address is theirs. */
export const mailboxProven = mailboxEvents.add("mailbox.proven", {
  sentence: "Proved that a sending account’s address is theirs",
});

/** Announced once per transition, whichever node saw it first. */
export const mailboxStateChanged = mailboxEvents.add("mailbox.state_changed", {
  payload: z.object({ from: z.string(), to: z.string() }),
  sentence: ({ to }) => `Changed a sending account’s state: ${STATES[String(to)] ?? "another one"}`,
});

/** Records in the DNS were good and aren't anymore. `why` has their names, with commas. */
export const mailboxDnsLost = mailboxEvents.add("mailbox.dns_lost", {
  payload: z.object({ why: z.string() }),
  sentence: "Noticed that records of a sender’s domain aren’t right anymore",
});

export const mailboxDeleted = mailboxEvents.add("mailbox.deleted", { sentence: "Deleted a sending account" });
