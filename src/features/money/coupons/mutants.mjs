export const MUTANTS = [
  [
    "a coupon is given more often than it may be",
    "rules.ts",
    "taken >= redemptions_max",
    "taken > redemptions_max",
    ["routes.test.ts"],
  ],
  ["an account uses a coupon twice", "rules.ts", `if (isUsed) return "COUPON_USED";`, "", ["routes.test.ts"]],
  [
    "a coupon works for fewer units",
    "rules.ts",
    `return units < min_units ? "COUPON_UNITS" : undefined;`,
    "return undefined;",
    ["routes.test.ts"],
  ],
  [
    "coupon codes can be guessed",
    "coupons.ts",
    "  await ctx.limits.count(GUESSES, ctx.account);\n",
    "",
    ["routes.test.ts"],
  ],
];
