export const MUTANTS = [
  [
    "any hop of X-Forwarded-For is believed",
    "client-address.ts",
    "if (!trusts(hop)) return hop;",
    "",
    ["client-address.test.ts"],
  ],
];
