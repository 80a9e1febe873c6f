export const MUTANTS = [
  ["a key may more than its maker", "rules.ts", " && grantOf(maker.role, one)", "", ["rules.test.ts"]],
  [
    "a key reaches profiles that its maker doesn't",
    "rules.ts",
    "one.filter((id) => other.includes(id))",
    "one",
    ["rules.test.ts"],
  ],
];
