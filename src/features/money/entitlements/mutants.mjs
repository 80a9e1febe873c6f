export const MUTANTS = [
  [
    "one more than the limit fits",
    "entitlements.ts",
    "if (adding > room)",
    "if (adding > room + 1)",
    ["routes.test.ts"],
  ],
  [
    "a larger quantity that costs less isn't billed",
    "rules.ts",
    "total_cents < best.total_cents",
    "false",
    ["rules.test.ts"],
  ],
  [
    "the tier's price is that of the first",
    "rules.ts",
    "PRICE_TIERS.findLast((tier)",
    "PRICE_TIERS.find((tier)",
    ["rules.test.ts"],
  ],
  [
    "premium given without a quantity gives nothing",
    "rules.ts",
    "premium_units ?? UNITS_GIVEN;",
    "premium_units ?? 0;",
    ["rules.test.ts"],
  ],
  [
    "slots of referrals don't count",
    "rules.ts",
    '[grants.referral_slots, "referral"],',
    "",
    ["rules.test.ts"],
  ],
];
