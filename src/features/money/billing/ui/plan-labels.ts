import type { Billing } from "#src/features/money/billing/contract.ts";
import type { CancelReason } from "#src/features/money/billing/rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long" });

export const formatBillingDay = (at: string) => DAY.format(new Date(at));
export const formatUnits = (units: number) => plural(units, "unit");

export const REASON_LABELS: Readonly<Record<CancelReason, string>> = {
  too_expensive: "It costs too much",
  too_many_units: "I don’t need that many links",
  break: "I’m taking a break",
  missing: "Something’s missing",
  switching: "I’m moving to another service",
  other: "Something else",
};

/** Describes the state of the account's plan in a sentence. */
export function formatPlanState(billing: Billing): string {
  // Each state has the moments that it names.
  const day = (at: string | null) => (at ? formatBillingDay(at) : "…");
  switch (billing.state) {
    case "none":
      return "You’re on the free plan. It’s free for as long as you like.";
    case "pending":
      return "Your first payment is on its way.";
    case "active":
      return billing.next_invoice_at
        ? `Your plan renews on ${day(billing.next_invoice_at)}.`
        : "Your plan renews soon.";
    case "ending":
      return `You canceled. You have premium until ${day(billing.cancel_at)}, and won’t be charged again.`;
    case "pausing":
      return `You have premium until ${day(billing.pause_from)}. Then it pauses until ${day(billing.pause_until)}.`;
    case "paused":
      return `Paused until ${day(billing.pause_until)}. Until then, the free plan’s limits apply, and you pay nothing.`;
    case "failing":
      return `Your last payment didn’t go through. You have premium until ${day(billing.grace_until)}.`;
    default:
      return "Your last payment didn’t go through, so the free plan’s limits apply. Update your card to get premium back.";
  }
}
