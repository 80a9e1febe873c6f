import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const userEvents = eventList("account");

const why = z.object({ reason: z.string() });
const because = (what: string, reason: unknown) => (typeof reason === "string" ? `${what}: ${reason}` : what);

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

export const roleChanged = userEvents.add("account.role_changed", {
  payload: why.extend({ role: z.string(), was: z.string() }),
  sentence: ({ role }) =>
    role === "user"
      ? "Ended the owner’s work as staff"
      : `Made the owner staff of this instance: ${String(role)}`,
});
