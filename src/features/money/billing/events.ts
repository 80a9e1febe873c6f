import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatDay, isDay } from "#src/lib/event-sentences.ts";
import { CANCEL_REASONS, OFFERS } from "./rules.ts";

export const billingEvents = eventList("billing");

const unitsOf = (units: unknown, locale: string) =>
  typeof units === "number" ? `: ${units.toLocaleString(locale)} ${units === 1 ? "unit" : "units"}` : "";

const units = z.object({ units: z.number() });

/** The subject is the account in all of these. */
export const subscribed = billingEvents.add("billing.subscribed", {
  payload: units,
  sentence: ({ units }, locale) => `Bought premium${unitsOf(units, locale)}`,
});

export const unitsChanged = billingEvents.add("billing.units_changed", {
  payload: z.object({ from: z.number(), to: z.number() }),
  sentence: ({ from, to }, locale) =>
    typeof from === "number" && typeof to === "number"
      ? `Changed premium from ${from.toLocaleString(locale)} to ${to.toLocaleString(locale)} units`
      : "Changed the units of premium",
});

/** It will end at `at`. */
export const endScheduled = billingEvents.add("billing.end_scheduled", {
  payload: z.object({ at: z.string() }),
  sentence: ({ at }, locale) => `Canceled premium${isDay(at) ? `; it ends on ${formatDay(at, locale)}` : ""}`,
});

/** It continues after all. */
export const subscriptionKept = billingEvents.add("billing.kept", { sentence: "Kept premium after all" });

export const subscriptionPaused = billingEvents.add("billing.paused", {
  payload: z.object({ from: z.string(), until: z.string() }),
  sentence: ({ from, until }, locale) =>
    `Paused premium${isDay(from) && isDay(until) ? ` from ${formatDay(from, locale)} to ${formatDay(until, locale)}` : ""}`,
});

export const subscriptionUnpaused = billingEvents.add("billing.unpaused", {
  sentence: "Ended the pause of premium",
});

export const paymentFailed = billingEvents.add("billing.payment_failed", {
  payload: z.object({ tries: z.number() }),
  sentence: "Failed to charge the card for premium",
});

export const paymentRecovered = billingEvents.add("billing.payment_recovered", {
  sentence: "Charged the card for premium after all",
});

export const subscriptionEnded = billingEvents.add("billing.ended", { sentence: "Ended premium" });

/** What the account has because of premium has changed: `units` is 0 without it. */
export const premiumChanged = billingEvents.add("billing.premium_changed", {
  payload: units,
  sentence: ({ units }, locale) =>
    units === 0
      ? "Went back to the free plan’s limits"
      : `Gave the account premium’s limits${unitsOf(units, locale)}`,
});

/** Someone paid in two tabs. The second subscription is ended, and `cents` go back to the card. */
export const paidTwice = billingEvents.add("billing.paid_twice", {
  payload: z.object({ units: z.number(), cents: z.number() }),
  sentence: "Paid for premium in two tabs, so the second payment goes back",
});

/** Someone said why they want to leave, saw an offer, and decided. This is how offers are measured. */
export const cancellationSurveyed = billingEvents.add("billing.leaving_answered", {
  payload: z.object({
    reason: z.enum(CANCEL_REASONS),
    offer: z.enum(OFFERS),
    outcome: z.enum(["left", "stayed"]),
  }),
  sentence: ({ outcome }) =>
    outcome === "stayed"
      ? "Took an offer instead of canceling premium"
      : "Turned down an offer to keep premium",
});

export const brandingChanged = billingEvents.add("billing.branding_changed", {
  payload: z.object({ is_removed: z.boolean() }),
  sentence: ({ is_removed }) =>
    is_removed === true ? "Took “Powered by” off the pages" : "Put “Powered by” back on the pages",
});
