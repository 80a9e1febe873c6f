import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";
import { CANCEL_REASONS, type CancelReason, OFFERS, type Offer } from "./rules.ts";

const none = z.object({});
const units = z.object({ units: z.number() });

/** The subject is the account in all of these. */
export const subscribed: EventType<{ units: number }> = { name: "billing.subscribed", payload: units };

export const unitsChanged: EventType<{ from: number; to: number }> = {
  name: "billing.units_changed",
  payload: z.object({ from: z.number(), to: z.number() }),
};

/** It will end at `at`. */
export const endScheduled: EventType<{ at: string }> = {
  name: "billing.end_scheduled",
  payload: z.object({ at: z.string() }),
};

/** It continues after all. */
export const subscriptionKept: EventType<object> = { name: "billing.kept", payload: none };

export const subscriptionPaused: EventType<{ from: string; until: string }> = {
  name: "billing.paused",
  payload: z.object({ from: z.string(), until: z.string() }),
};

export const subscriptionUnpaused: EventType<object> = { name: "billing.unpaused", payload: none };

export const paymentFailed: EventType<{ tries: number }> = {
  name: "billing.payment_failed",
  payload: z.object({ tries: z.number() }),
};

export const paymentRecovered: EventType<object> = { name: "billing.payment_recovered", payload: none };

export const subscriptionEnded: EventType<object> = { name: "billing.ended", payload: none };

/** What the account has because of premium has changed: `units` is 0 without it. */
export const premiumChanged: EventType<{ units: number }> = {
  name: "billing.premium_changed",
  payload: units,
};

/** Someone paid in two tabs. The second subscription is ended, and `cents` go back to the card. */
export const paidTwice: EventType<{ units: number; cents: number }> = {
  name: "billing.paid_twice",
  payload: z.object({ units: z.number(), cents: z.number() }),
};

/** Someone said why they want to leave, saw an offer, and decided. This is how offers are measured. */
export const cancellationSurveyed: EventType<{
  reason: CancelReason;
  offer: Offer;
  outcome: "left" | "stayed";
}> = {
  name: "billing.leaving_answered",
  payload: z.object({
    reason: z.enum(CANCEL_REASONS),
    offer: z.enum(OFFERS),
    outcome: z.enum(["left", "stayed"]),
  }),
};

export const brandingChanged: EventType<{ is_removed: boolean }> = {
  name: "billing.branding_changed",
  payload: z.object({ is_removed: z.boolean() }),
};
