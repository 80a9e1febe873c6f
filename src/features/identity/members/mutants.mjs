export const MUTANTS = [
  [
    "members hand out more than they have",
    "rules.ts",
    "if (!given) return true;",
    "return true;",
    ["routes.test.ts"],
  ],
];
