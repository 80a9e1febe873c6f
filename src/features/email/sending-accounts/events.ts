import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the mailbox in all of these. */
export const mailboxCreated: EventType<{ kind: string }> = {
  name: "mailbox.created",
  payload: z.object({ kind: z.string() }),
};

/** `fields` are those that changed. */
export const mailboxUpdated: EventType<{ fields: string[] }> = {
  name: "mailbox.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

/** Somebody has proven that the sender's address is theirs. */
export const mailboxProven: EventType<object> = { name: "mailbox.proven", payload: none };

/** Announced once per transition, whichever node saw it first. */
export const mailboxStateChanged: EventType<{ from: string; to: string }> = {
  name: "mailbox.state_changed",
  payload: z.object({ from: z.string(), to: z.string() }),
};

/** Records in the DNS were good and aren't anymore. `why` has their names, with commas. */
export const mailboxDnsLost: EventType<{ why: string }> = {
  name: "mailbox.dns_lost",
  payload: z.object({ why: z.string() }),
};

export const mailboxDeleted: EventType<object> = { name: "mailbox.deleted", payload: none };
