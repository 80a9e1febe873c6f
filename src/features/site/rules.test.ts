import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dollars,
  PRICE_TIERS,
  quoteFor,
  referralCodeIn,
  shortCount,
  tierOf,
  UNITS_MAX,
  wholeUnits,
} from "./rules.ts";

const units = fc.integer({ min: 1, max: UNITS_MAX });

describe("the price of premium", () => {
  it.each([
    [1, 300],
    [10, 300],
    [11, 275],
    [25, 275],
    [26, 250],
    [50, 250],
    [51, 225],
    [100, 225],
    [101, 200],
    [5000, 200],
  ])("§9 of %i units is %i cents each", (quantity, cents) => {
    expect(tierOf(quantity).unit_cents).toBe(cents);
  });

  it("bills the reached tier's price for all units", () => {
    expect(quoteFor(10)).toEqual({ units: 10, unit_cents: 300, total_cents: 3000, asked_cents: 3000 });
    expect(quoteFor(11)).toMatchObject({ units: 11, total_cents: 3025 });
    expect(quoteFor(40)).toMatchObject({ units: 40, total_cents: 10_000 });
    expect(quoteFor(150)).toMatchObject({ units: 150, total_cents: 30_000 });
  });

  it("bills and gives the larger quantity where it costs less: 25 units are 26 for $65.00", () => {
    expect(quoteFor(25)).toEqual({ units: 26, unit_cents: 250, total_cents: 6500, asked_cents: 6875 });
    expect(quoteFor(23)).toMatchObject({ units: 23, total_cents: 6325 });
    expect(quoteFor(24)).toMatchObject({ units: 26, total_cents: 6500 });
    expect(quoteFor(100)).toMatchObject({ units: 101, total_cents: 20_200, asked_cents: 22_500 });
  });

  it("never falls when the quantity grows", () => {
    void fc.assert(
      fc.property(units, units, (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(quoteFor(less).total_cents).toBeLessThanOrEqual(quoteFor(more).total_cents);
      }),
    );
    for (let quantity = 1; quantity < 150; quantity++) {
      expect(quoteFor(quantity).total_cents).toBeLessThanOrEqual(quoteFor(quantity + 1).total_cents);
    }
  });

  it("is exact, never dearer than asked for, and never gives less", () => {
    void fc.assert(
      fc.property(units, (quantity) => {
        const quote = quoteFor(quantity);
        expect(quote.total_cents).toBe(quote.units * quote.unit_cents);
        expect(quote.unit_cents).toBe(tierOf(quote.units).unit_cents);
        expect(quote.units).toBeGreaterThanOrEqual(quantity);
        expect(quote.total_cents).toBeLessThanOrEqual(quote.asked_cents);
      }),
    );
  });

  it("has tiers without a gap, each cheaper than the one before", () => {
    for (const [index, tier] of PRICE_TIERS.entries()) {
      const next = PRICE_TIERS[index + 1];
      expect(tier.to).toBe(next ? next.from - 1 : null);
      if (next) expect(next.unit_cents).toBeLessThan(tier.unit_cents);
    }
  });

  it("takes whatever is typed for a whole number of units", () => {
    expect([-5, 0, 2.6, Number.NaN, 1e9, Number.POSITIVE_INFINITY].map(wholeUnits)).toEqual([
      1,
      1,
      3,
      1,
      UNITS_MAX,
      UNITS_MAX,
    ]);
  });
});

describe("numbers for people", () => {
  it("are dollars with their cents", () => {
    expect([0, 5, 6500, 302_505, 2_000_000].map(dollars)).toEqual([
      "$0.00",
      "$0.05",
      "$65.00",
      "$3,025.05",
      "$20,000.00",
    ]);
  });

  it("are short counts that never promise more than there is", () => {
    expect([0, 999, 1000, 1999, 123_456, 50_000_000, 1_250_000_000].map(shortCount)).toEqual([
      "0",
      "999",
      "1K",
      "1.9K",
      "123K",
      "50M",
      "1.2B",
    ]);
  });
});

describe("a referral code", () => {
  it("§4 is read from ref or utm_ref", () => {
    expect(referralCodeIn("?ref=NORA10")).toBe("NORA10");
    expect(referralCodeIn("?utm_ref=nora_10-a&x=1")).toBe("nora_10-a");
    expect(referralCodeIn("?ref=first&utm_ref=second")).toBe("first");
    expect(referralCodeIn("?ref=&utm_ref=second")).toBe("second");
  });

  it("has the shape of a code, or is none", () => {
    for (const wrong of [
      "",
      "?ref=",
      "?ref=ab",
      "?ref=a%0d%0ab",
      "?ref=<script>",
      `?ref=${"a".repeat(65)}`,
      "?href=abc",
    ])
      expect(referralCodeIn(wrong)).toBeUndefined();
  });
});
