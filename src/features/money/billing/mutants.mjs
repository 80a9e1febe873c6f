export const MUTANTS = [
  [
    "a coupon takes off more than the price",
    "rules.ts",
    "Math.max(0, cents - off)",
    "cents - off",
    ["rules.test.ts"],
  ],
  ["a discount never ends", "rules.ts", "discount.until <= at.toISOString()", "false", ["rules.test.ts"]],
  [
    "premium that's canceled goes on",
    "rules.ts",
    `if (cancel_at !== null && cancel_at <= time) return "none";`,
    "",
    ["rules.test.ts"],
  ],
  [
    "two tabs answer the offer to stay twice",
    "store.ts",
    "and(eq(subscriptions.account, account), eq(subscriptions.answers, answers))",
    "eq(subscriptions.account, account)",
    ["routes.test.ts"],
  ],
  [
    "what's bought as its account closes is charged for ever after",
    "store.ts",
    "isNull(cancel_at), isClosed",
    "isNull(cancel_at), sql`false`",
    ["closed-accounts.test.ts"],
  ],
];
