import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const referralEvents = eventList("referral");

/** The account has another code in its link. The subject is the account. */
export const codeChanged = referralEvents.add("referral.code_changed", {
  sentence: "Changed the referral link",
});

/** The person signed up with someone's link. The account is the person's own, the subject the referral. */
export const referralAttached = referralEvents.add("referral.attached", {
  sentence: "Signed up with someone’s referral link",
});

/** Staff decided about a flagged referral. The account is the instance, the subject the referral. */
export const referralApproved = referralEvents.add("referral.approved", {
  sentence: "Approved a flagged referral",
});
export const referralRejected = referralEvents.add("referral.rejected", {
  sentence: "Rejected a flagged referral",
});

/** Announced for each of the two accounts. The subject is the referral. */
export const referralRewarded = referralEvents.add("referral.rewarded", {
  payload: z.object({ slots: z.number(), side: z.string() }),
  sentence: ({ side }) =>
    side === "referrer"
      ? "Earned profile slots by referring someone"
      : "Earned profile slots by signing up with a referral link",
});
