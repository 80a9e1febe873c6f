import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_PRICES, quoteFor } from "#src/features/money/entitlements/price-rules.ts";
import { addDays } from "#src/lib/time.ts";
import {
  addMonths,
  CANCEL_REASONS,
  discounted,
  GRACE_DAYS,
  grantedUnits,
  isSuperseded,
  offerFor,
  prorate,
  type Snapshot,
  stateOf,
} from "./rules.ts";

const { tiers } = BUILT_IN_PRICES;
const NOW = new Date("2026-11-22T12:00:00.000Z");
const at = (days: number) => addDays(NOW, days);

function subscription(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    id: "sub_1",
    status: "active",
    units: 10,
    price_list: 1,
    period_start: at(-10),
    period_end: at(20),
    cancel_at: null,
    pause_from: null,
    pause_until: null,
    failing_since: null,
    failed_tries: 0,
    discount: null,
    credit_cents: 0,
    redemption: null,
    extras: [],
    ...changes,
  };
}

describe("what an account has", () => {
  it.each<[Partial<Snapshot>, string, number]>([
    [{}, "active", 10],
    [{ units: 25 }, "active", 26],
    [{ status: "pending" }, "pending", 0],
    [{ status: "ended" }, "none", 0],
    [{ cancel_at: at(3) }, "ending", 10],
    [{ cancel_at: at(-1) }, "none", 0],
    [{ pause_from: at(3), pause_until: at(40) }, "pausing", 10],
    [{ pause_from: at(-3), pause_until: at(40) }, "paused", 0],
    [{ pause_from: at(-40), pause_until: at(-1) }, "active", 10],
    [{ status: "past_due", failing_since: at(-GRACE_DAYS + 1) }, "failing", 10],
    [{ status: "past_due", failing_since: at(-GRACE_DAYS) }, "lapsed", 0],
  ])("with %j is %s: %i units", (changes, state, units) => {
    expect(stateOf(subscription(changes), NOW)).toBe(state);
    expect(grantedUnits(subscription(changes), { tiers, now: NOW })).toBe(units);
  });

  it("is nothing without a subscription", () => {
    expect([stateOf(undefined, NOW), grantedUnits(undefined, { tiers, now: NOW })]).toEqual(["none", 0]);
  });

  it("ends the same whatever the order in which 200 answers arrive, in 50 shuffles", () => {
    const answers = Array.from({ length: 200 }, (_, index) => ({ begun: index + 1, units: (index % 7) + 1 }));
    const shuffled = fc.shuffledSubarray(answers, { minLength: 200, maxLength: 200 });
    void fc.assert(
      fc.property(shuffled, (order) => {
        let row = { sync_done: 0, units: 0 };
        for (const { begun, units } of [...order, ...order])
          if (!isSuperseded(row, begun)) row = { sync_done: begun, units };
        expect(row).toEqual({ sync_done: 200, units: answers.at(-1)?.units });
      }),
      { numRuns: 50 },
    );
  });
});

describe("a change of units", () => {
  it("halfway through costs half the difference, or gives it back", () => {
    const half = { tiers, ...subscription({ period_start: at(-15), period_end: at(15) }), at: NOW };
    expect(prorate({ ...half, to: 40 })).toEqual({ due_now_cents: 3500, credit_cents: 0 });
    expect(prorate({ ...half, to: 1 })).toEqual({ due_now_cents: 0, credit_cents: 1350 });
    expect(prorate({ ...half, to: 10 })).toEqual({ due_now_cents: 0, credit_cents: 0 });
  });

  it("costs whole cents, never both ways, and never more than the month", () => {
    const units = fc.integer({ min: 1, max: 500 });
    void fc.assert(
      fc.property(units, units, fc.integer({ min: -20, max: 60 }), (from, to, days) => {
        const { due_now_cents, credit_cents } = prorate({
          tiers,
          ...subscription({ units: from }),
          to,
          at: new Date(at(days)),
        });
        expect(Number.isInteger(due_now_cents) && Number.isInteger(credit_cents)).toBe(true);
        expect(Math.min(due_now_cents, credit_cents)).toBe(0);
        expect(due_now_cents).toBeLessThanOrEqual(quoteFor(tiers, to).total_cents);
        expect(credit_cents).toBeLessThanOrEqual(quoteFor(tiers, from).total_cents);
      }),
    );
  });
});

it.each([
  ["2026-01-31T10:00:00.000Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00.000Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2026-11-30T10:00:00.000Z", 3, "2027-02-28T10:00:00.000Z"],
  ["2026-12-15T00:00:00.000Z", 1, "2027-01-15T00:00:00.000Z"],
])("%s and %i months later is %s", (time, months, later) => {
  expect(addMonths(time, months)).toBe(later);
});

it("a discount takes off what it says, until it's over, and never more than there is", () => {
  const percent = { percent_off: 20, amount_off_cents: null, until: at(1) };
  expect(discounted(1999, percent, NOW)).toBe(1599);
  expect(discounted(1999, percent, new Date(at(2)))).toBe(1999);
  expect(discounted(300, { percent_off: null, amount_off_cents: 500, until: null }, NOW)).toBe(0);
});

it("each reason to leave gets one offer that fits, and a discount only once", () => {
  const offers = (units: number, had_discount: boolean) =>
    CANCEL_REASONS.map((reason) => offerFor(reason, { units, had_discount }));
  expect(offers(10, false)).toEqual(["discount", "fewer_units", "pause", "pause", "discount", "pause"]);
  expect(offers(10, true)).toEqual(["fewer_units", "fewer_units", "pause", "pause", "pause", "pause"]);
  expect(offers(1, true)).toEqual(["pause", "pause", "pause", "pause", "pause", "pause"]);
});
