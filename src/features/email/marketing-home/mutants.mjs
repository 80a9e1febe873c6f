export const MUTANTS = [
  [
    "marketing nags about accounts that are off on purpose",
    "rules.ts",
    'accounts.find(({ state }) => state !== "disabled")',
    "accounts[0]",
    ["rules.test.ts"],
  ],
];
