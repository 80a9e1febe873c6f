import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUILT_IN_PRICES,
  quoteFor,
  TIERS_MAX,
  UNITS_MAX,
} from "#src/features/money/entitlements/price-rules.ts";
import { isNeverDearer, isSamePrices, type PriceForm, problemOf, type TierStart, toTiers } from "./rules.ts";

const FORM: PriceForm = {
  tiers: BUILT_IN_PRICES.tiers.map(({ from, unit_cents }) => ({ from, unit_cents })),
  most_popular_from: 26,
};

/** Any list that staff could publish. */
const forms = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 2, max: UNITS_MAX }), { maxLength: TIERS_MAX - 1 }),
    fc.uniqueArray(fc.integer({ min: 50, max: 100_000 }), { minLength: TIERS_MAX, maxLength: TIERS_MAX }),
  )
  .map(([starts, prices]): PriceForm => {
    const froms = [1, ...starts.sort((a, b) => a - b)];
    const cents = prices.sort((a, b) => b - a);
    const tiers = froms.map((from, at) => ({ from, unit_cents: cents[at] as number }));
    return { tiers, most_popular_from: froms.at(-1) as number };
  });
const units = fc.integer({ min: 1, max: UNITS_MAX });

describe("prices that can be published", () => {
  it("§9 are those of the specification", () => {
    expect(problemOf(FORM)).toBeUndefined();
    expect(toTiers(FORM.tiers)).toEqual(BUILT_IN_PRICES.tiers);
  });

  it("§9 never have a total that falls as the quantity grows, and bill what they give", () => {
    void fc.assert(
      fc.property(forms, units, units, (form, a, b) => {
        expect(problemOf(form)).toBeUndefined();
        const tiers = toTiers(form.tiers);
        const [less, more] = [quoteFor(tiers, Math.min(a, b)), quoteFor(tiers, Math.max(a, b))];
        expect(less.total_cents).toBeLessThanOrEqual(more.total_cents);
        for (const { units, unit_cents, total_cents } of [less, more])
          expect(total_cents).toBe(units * unit_cents);
      }),
      { numRuns: 500 },
    );
  });

  it("have tiers without a gap, and come back from what's stored as they were entered", () => {
    void fc.assert(
      fc.property(forms, (form) => {
        const tiers = toTiers(form.tiers);
        for (const [at, { to }] of tiers.entries())
          expect(to).toBe((tiers[at + 1]?.from ?? 0) - 1 < 0 ? null : (tiers[at + 1]?.from ?? 0) - 1);
        const stored = JSON.parse(JSON.stringify(tiers)) as TierStart[];
        expect(toTiers(stored.map(({ from, unit_cents }) => ({ from, unit_cents })))).toEqual(tiers);
        expect(isSamePrices({ ...form, tiers }, { ...form, tiers: toTiers(stored) })).toBe(true);
        expect(isNeverDearer({ ...form, tiers }, { ...form, tiers })).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("are said to be never dearer only if no quantity costs more", () => {
    const tiers = (...starts: [number, number][]) => ({
      tiers: toTiers(starts.map(([from, unit_cents]) => ({ from, unit_cents }))),
      most_popular_from: 1,
    });
    const before = tiers([1, 300], [11, 275]);
    expect(isNeverDearer(tiers([1, 300], [10, 275]), before)).toBe(true);
    expect(isNeverDearer(tiers([1, 299], [11, 275]), before)).toBe(true);
    // One quantity, in the middle of a tier.
    expect(isNeverDearer(tiers([1, 300], [12, 275]), before)).toBe(false);
    expect(isNeverDearer(tiers([1, 300], [9_999, 276]), before)).toBe(false);
  });
});

describe("prices that can’t be published", () => {
  const tiersOf = (...starts: [number, number][]) =>
    starts.map(([from, unit_cents]) => ({ from, unit_cents }));
  const ELEVEN = Array.from({ length: 11 }, (_, at): [number, number] => [at + 1, 1000 - at]);
  it.each([
    [[], "Add a tier."],
    [ELEVEN, "Have 10 tiers or fewer."],
    [[[2, 300]], "The first tier starts at 1 unit."],
    [[[0, 300]], "The first tier starts at 1 unit."],
    [[[Number.NaN, 300]], "The first tier starts at 1 unit."],
    [
      [
        [1, 300],
        [1, 200],
      ],
      "Tier 2 has to start at a whole number of units from 2 to 10,000.",
    ],
    [
      [
        [1, 300],
        [10, 200],
        [5, 100],
      ],
      "Tier 3 has to start at a whole number of units from 11 to 10,000.",
    ],
    [
      [
        [1, 300],
        [2.5, 200],
      ],
      "Tier 2 has to start at a whole number of units from 2 to 10,000.",
    ],
    [
      [
        [1, 300],
        [10_001, 200],
      ],
      "Tier 2 has to start at a whole number of units from 2 to 10,000.",
    ],
    [
      [
        [1, 300],
        [Number.POSITIVE_INFINITY, 200],
      ],
      "Tier 2 has to start at a whole number of units from 2 to 10,000.",
    ],
    [[[1, 49]], "Tier 1 has to cost from $0.50 to $1,000.00 a unit, in whole cents."],
    [[[1, 100_001]], "Tier 1 has to cost from $0.50 to $1,000.00 a unit, in whole cents."],
    [[[1, 299.5]], "Tier 1 has to cost from $0.50 to $1,000.00 a unit, in whole cents."],
    [[[1, -300]], "Tier 1 has to cost from $0.50 to $1,000.00 a unit, in whole cents."],
    [
      [
        [1, 300],
        [11, 300],
      ],
      "Tier 2 has to cost less a unit than the tier before it.",
    ],
    [
      [
        [1, 300],
        [11, 301],
      ],
      "Tier 2 has to cost less a unit than the tier before it.",
    ],
  ] as [[number, number][], string][])("%j: %s", (starts, problem) => {
    expect(problemOf({ tiers: tiersOf(...starts), most_popular_from: 1 })).toBe(problem);
  });

  it("need one of their tiers as the most popular", () => {
    expect(problemOf({ ...FORM, most_popular_from: 27 })).toBe(
      "Choose one of the tiers as the most popular.",
    );
  });
});
