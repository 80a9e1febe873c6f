export const MUTANTS = [
  [
    "allow beats block",
    "page/place.ts",
    "if (names(restrictions[blocked])) return true;",
    "",
    ["rules.test.ts"],
  ],
];
