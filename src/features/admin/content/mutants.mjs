export const MUTANTS = [
  [
    "staff find links by what owners wrote for themselves",
    "store.ts",
    "and(isPartOf(linkText(links), q), isPartOf(PUBLIC_TEXT, q))",
    "and(isPartOf(linkText(links), q), PUBLIC_TEXT && undefined)",
    ["routes.test.ts"],
  ],
];
