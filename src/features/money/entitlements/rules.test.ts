import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUILT_IN_PRICES,
  dollars,
  quoteFor,
  tierOf,
  UNITS_MAX,
  unitsFor,
  wholeUnits,
} from "./price-rules.ts";
import {
  accountLinkLimitMessage,
  allowancesOf,
  DEFAULT_LIMITS,
  linkLimitMessage,
  profileLimitMessage,
  referralCodeIn,
  sumOfGrants,
  UNLIMITED as WITHOUT_PLANS,
} from "./rules.ts";

const units = fc.integer({ min: 1, max: UNITS_MAX });

const { tiers } = BUILT_IN_PRICES;

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
    expect(tierOf(tiers, quantity).unit_cents).toBe(cents);
  });

  it("bills the reached tier's price for all units", () => {
    expect(quoteFor(tiers, 10)).toEqual({ units: 10, unit_cents: 300, total_cents: 3000, asked_cents: 3000 });
    expect(quoteFor(tiers, 11)).toMatchObject({ units: 11, total_cents: 3025 });
    expect(quoteFor(tiers, 40)).toMatchObject({ units: 40, total_cents: 10_000 });
    expect(quoteFor(tiers, 150)).toMatchObject({ units: 150, total_cents: 30_000 });
  });

  it("bills and gives the larger quantity if it costs less: 25 units are 26 for $65.00", () => {
    expect(quoteFor(tiers, 25)).toEqual({ units: 26, unit_cents: 250, total_cents: 6500, asked_cents: 6875 });
    expect(quoteFor(tiers, 23)).toMatchObject({ units: 23, total_cents: 6325 });
    expect(quoteFor(tiers, 24)).toMatchObject({ units: 26, total_cents: 6500 });
    expect(quoteFor(tiers, 100)).toMatchObject({ units: 101, total_cents: 20_200, asked_cents: 22_500 });
  });

  it("never falls as the quantity grows", () => {
    void fc.assert(
      fc.property(units, units, (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(quoteFor(tiers, less).total_cents).toBeLessThanOrEqual(quoteFor(tiers, more).total_cents);
      }),
    );
    for (let quantity = 1; quantity < 150; quantity++) {
      expect(quoteFor(tiers, quantity).total_cents).toBeLessThanOrEqual(
        quoteFor(tiers, quantity + 1).total_cents,
      );
    }
  });

  it("is exact, never more than asked for, and never gives less", () => {
    void fc.assert(
      fc.property(units, (quantity) => {
        const quote = quoteFor(tiers, quantity);
        expect(quote.total_cents).toBe(quote.units * quote.unit_cents);
        expect(quote.unit_cents).toBe(tierOf(tiers, quote.units).unit_cents);
        expect(quote.units).toBeGreaterThanOrEqual(quantity);
        expect(quote.total_cents).toBeLessThanOrEqual(quote.asked_cents);
      }),
    );
  });

  it("has tiers without a gap, each cheaper than the one before", () => {
    for (const [index, tier] of tiers.entries()) {
      const next = tiers[index + 1];
      expect(tier.to).toBe(next ? next.from - 1 : null);
      if (next) expect(next.unit_cents).toBeLessThan(tier.unit_cents);
    }
  });

  it("turns whatever is typed into a whole number of units", () => {
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
  it("are dollars and cents", () => {
    expect([0, 5, 6500, 302_505, 2_000_000].map(dollars)).toEqual([
      "$0.00",
      "$0.05",
      "$65.00",
      "$3,025.05",
      "$20,000.00",
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

  it("has the format of a code, or doesn't count", () => {
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

describe("what an account may have", () => {
  const UNLIMITED = { limit: null, explanation: "unlimited with premium" };

  it("§9 is 10 profiles with 5 links each on the free plan", () => {
    expect(allowancesOf(DEFAULT_LIMITS)).toEqual({
      profiles: { limit: 10, explanation: "10 base" },
      links: { limit: null, explanation: "limited on each profile only" },
      links_per_profile: { limit: 5, explanation: "5 base" },
    });
  });

  it("grows by slots from referrals and staff, and says why", () => {
    expect(
      allowancesOf(DEFAULT_LIMITS, { referral_slots: 2 * DEFAULT_LIMITS.referral_reward_slots }).profiles,
    ).toEqual({
      limit: 30,
      explanation: "10 base + 20 referral",
    });
    const both = allowancesOf(DEFAULT_LIMITS, { referral_slots: 10, staff_slots: 3 });
    expect(both.profiles).toEqual({ limit: 23, explanation: "10 base + 10 referral + 3 granted" });
    expect(allowancesOf(DEFAULT_LIMITS, { referral_slots: 0, staff_slots: 3 }).profiles.explanation).toBe(
      "10 base + 3 granted",
    );
  });

  it.each([
    [1, 25, "25 × 1 unit of premium"],
    [4, 100, "25 × 4 units of premium"],
    [10, 250, "25 × 10 units of premium"],
  ])(
    "§9 with %j units of premium is any number of profiles and %i links",
    (premium_units, limit, explanation) => {
      expect(allowancesOf(DEFAULT_LIMITS, { premium_units, referral_slots: 10 })).toEqual({
        profiles: UNLIMITED,
        links: { limit, explanation },
        links_per_profile: { limit: 50, explanation: "50 with premium" },
      });
    },
  );

  it("§6 with premium is 50 links on a profile, unless the account is flagged unlimited", () => {
    const flagged = allowancesOf(DEFAULT_LIMITS, { premium_units: 2, has_unlimited_links: true });
    expect(flagged.links_per_profile).toEqual(UNLIMITED);
    expect(flagged.links.limit).toBe(50);
  });

  it("adds up what several sources give", () => {
    const given = [
      {},
      { referral_slots: 10 },
      { referral_slots: 20, staff_slots: 3 },
      { premium_units: 2 },
      { premium_units: 10, has_unlimited_links: true },
    ];
    expect(sumOfGrants(given)).toEqual({
      referral_slots: 30,
      staff_slots: 3,
      premium_units: 12,
      has_unlimited_links: true,
    });
    expect(sumOfGrants([])).toEqual({});
  });

  it("follows the numbers of the instance, whatever they are", () => {
    const number = fc.integer({ min: 1, max: 10_000 });
    const numbers = fc.record({ profiles: number, links: number, perUnit: number, units: number });
    void fc.assert(
      fc.property(numbers, ({ profiles, links, perUnit, units }) => {
        const limits = { ...DEFAULT_LIMITS, profiles_free: profiles, links_per_profile_free: links };
        const free = allowancesOf(limits, { staff_slots: 1 });
        expect([free.profiles.limit, free.links_per_profile.limit]).toEqual([profiles + 1, links]);
        expect(free.links_per_profile.explanation).toBe(`${links} base`);
        const premium = allowancesOf({ ...limits, links_per_unit: perUnit }, { premium_units: units });
        expect(premium.links.limit).toBe(perUnit * units);
        expect(unitsFor(perUnit * Math.min(units, UNITS_MAX), perUnit)).toBe(Math.min(units, UNITS_MAX));
      }),
    );
  });

  it("has no limit on an instance that sells nothing", () => {
    const limits = Object.values(WITHOUT_PLANS).map(({ limit }) => limit);
    expect(limits).toEqual([null, null, null]);
  });
});

describe("a limit's refusal", () => {
  it("§5 says how many active profiles there may be", () => {
    expect(profileLimitMessage(10)).toBe(
      "Profile creation limit reached. You can have up to 10 active profiles.",
    );
    expect(profileLimitMessage(1)).toBe(
      "Profile creation limit reached. You can have up to 1 active profile.",
    );
  });

  it("§9 a free account has five links per profile, and the refusal says how many there may be", () => {
    expect(linkLimitMessage(5)).toBe("Link limit reached. You can have up to 5 links on this profile.");
    expect(linkLimitMessage(1)).toBe("Link limit reached. You can have up to 1 link on this profile.");
  });

  it("names the plan when all links of a premium account are used", () => {
    expect(accountLinkLimitMessage(25)).toBe("Link limit reached. Your plan includes 25 links.");
  });
});
