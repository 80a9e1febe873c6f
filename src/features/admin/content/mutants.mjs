export const MUTANTS = [
  [
    "staff find links by what owners wrote for themselves",
    "store.ts",
    "isPartOf(PUBLIC_TEXT, q)),",
    "PUBLIC_TEXT && undefined),",
    ["routes.test.ts"],
  ],
];
