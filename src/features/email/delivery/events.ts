import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const deliveryEvents = eventList("lead");

/** The subject is the account. Null: no limit. */
export const sendingCapped = deliveryEvents.add("sending.capped", {
  payload: z.object({ per_day: z.number().nullable(), per_week: z.number().nullable() }),
  sentence: "Changed how many e-mails one fan may get",
});

/** All of an account's sending is stopped, or allowed again. The subject is the account. */
export const sendingStopped = deliveryEvents.add("sending.stopped", {
  payload: z.object({ is_stopped: z.boolean() }),
  sentence: ({ is_stopped }) => (is_stopped === false ? "Allowed all sending again" : "Stopped all sending"),
});

/**
 * Something's wrong with how an account sends, before it's so bad that we stop it. The subject is the sending
 * account.
 */
export const sendingAlarmed = deliveryEvents.add("sending.alarmed", {
  payload: z.object({ why: z.enum(["complaints", "policy"]) }),
  sentence: ({ why }) =>
    why === "complaints"
      ? "Noticed that fans report e-mail as spam"
      : "Noticed that e-mail is refused as spam",
});
