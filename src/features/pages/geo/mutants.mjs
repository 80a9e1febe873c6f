export const MUTANTS = [
  ["allow beats block", "rules.ts", "if (names(restrictions[blocked])) return true;", "", ["rules.test.ts"]],
];
