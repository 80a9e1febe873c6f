import { describe, expect, it } from "vitest";
import { bill, NEW_CUSTOMER, payCheckout, replaceCard, type SandboxState } from "./sandbox-rules.ts";

const START = new Date("2026-03-01T12:00:00Z");
const MONTH_LATER = new Date("2026-04-01T12:00:00Z");

function subscribed(discount: { percent_off: number } | null, credit_cents = 0): SandboxState {
  const off = discount && { ...discount, amount_off_cents: null, months: null };
  const checkout = { id: "c", units: 2, discount: off, redemption: null, expires_at: null };
  const paid = payCheckout({ ...NEW_CUSTOMER, checkout }, { id: "c", now: START });
  if (!paid) throw new Error("The checkout is paid.");
  return replaceCard({ ...paid.state, credit_cents }, "declines").state;
}

describe("the sandbox's renewals", () => {
  it.each([
    ["a discount takes off everything", subscribed({ percent_off: 100 })],
    ["credit pays for everything", subscribed(null, 5000)],
  ])("never fail for nothing, whatever the card is worth: %s", (_, state) => {
    const { state: renewed, events } = bill(state, MONTH_LATER);
    expect(events).toContain("invoice.paid");
    expect(renewed.invoices[0]).toMatchObject({ total_cents: 0, status: "paid" });
    expect(renewed.subscription).toMatchObject({ status: "active", failing_since: null });
  });

  it("fail where something is left to pay", () => {
    const { state, events } = bill(subscribed(null, 100), MONTH_LATER);
    expect(events).toContain("invoice.payment_failed");
    expect(state.invoices[0]).toMatchObject({ total_cents: 500, status: "open" });
    expect(state.subscription?.status).toBe("past_due");
  });
});
