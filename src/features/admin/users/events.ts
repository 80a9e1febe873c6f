import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because } from "#src/lib/event-sentences.ts";

export const userEvents = eventList("account");

const why = z.object({ reason: z.string() });
/* What staff did to an account, and why. The account and the subject are the person's. */

export const emailConfirmedByStaff = userEvents.add("account.email_confirmed_by_staff", {
  payload: why,
  sentence: ({ reason }) => because("Confirmed the e-mail address for its owner", reason),
});

export const resetLinkSent = userEvents.add("account.reset_link_sent_by_staff", {
  payload: why,
  sentence: ({ reason }) => because("Sent the owner a link for a new password", reason),
});

export const signedOutByStaff = userEvents.add("account.signed_out_by_staff", {
  payload: why.extend({ ended: z.number() }),
  sentence: ({ reason }) => because("Signed the owner out everywhere", reason),
});

const ROLE_SENTENCES: ReadonlyMap<string, string> = new Map([
  ["admin", "Made the owner an administrator of this instance"],
  ["moderator", "Made the owner a moderator of this instance"],
  ["support", "Made the owner part of this instance’s support"],
  ["finance", "Put the owner in charge of this instance’s finances"],
  ["user", "Ended the owner’s work for this instance"],
]);

export const roleChanged = userEvents.add("account.role_changed", {
  payload: why.extend({ role: z.string(), was: z.string() }),
  sentence: ({ role }) => ROLE_SENTENCES.get(String(role)) ?? "Changed the owner’s role on this instance",
});

const merged = why.extend({ side: z.enum(["source", "target"]) });

/** Staff merge two accounts. Both have it, as the one that ends or the one that stays. */
export const accountMergeStarted = userEvents.add("account.merge_started", {
  payload: merged,
  sentence: ({ reason, side }) =>
    side === "source"
      ? because("Began to merge this account into another one", reason)
      : because("Began to merge another account into this one", reason),
});

export const accountMerged = userEvents.add("account.merged", {
  payload: merged,
  sentence: ({ reason, side }) =>
    side === "source"
      ? because("Merged this account into another one", reason)
      : because("Merged another account into this one", reason),
});

/* What staff do to many accounts at once. Each account has an event of its own, too. */

const KIND_SENTENCES: ReadonlyMap<string, string> = new Map([
  ["suspend", "Began to suspend many accounts"],
  ["lift", "Began to lift many suspensions"],
  ["grant", "Began to give many accounts something"],
  ["sign_out", "Began to sign many people out"],
  ["confirm", "Began to confirm many addresses"],
]);

export const userChangeStarted = userEvents.add("users.change_started", {
  payload: why.extend({ kind: z.string(), total: z.number() }),
  sentence: ({ kind, reason }) =>
    because(KIND_SENTENCES.get(String(kind)) ?? "Began to change many accounts", reason),
});

export const userChangeStopped = userEvents.add("users.change_stopped", {
  sentence: "Stopped a change of many accounts",
});

export const userChangeUndone = userEvents.add("users.change_undone", {
  sentence: "Began to take back a change of many accounts",
});
