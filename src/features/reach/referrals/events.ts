import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The account has another code in its link. The subject is the account. */
export const codeChanged: EventType<object> = { name: "referral.code_changed", payload: z.object({}) };

/** The person signed up with someone's link. The account is the person's own, the subject the referral. */
export const referralAttached: EventType<object> = { name: "referral.attached", payload: z.object({}) };

/** Staff decided about a flagged referral. The account is the instance, the subject the referral. */
export const referralApproved: EventType<object> = { name: "referral.approved", payload: z.object({}) };
export const referralRejected: EventType<object> = { name: "referral.rejected", payload: z.object({}) };

/** Announced for each of the two accounts. The subject is the referral. */
export const referralRewarded: EventType<{ slots: number; side: string }> = {
  name: "referral.rewarded",
  payload: z.object({ slots: z.number(), side: z.string() }),
};
