export const MUTANTS = [
  [
    "pages without anybody are listed",
    "store.ts",
    "where e.last_30 > 0 order by",
    "order by",
    ["routes.test.ts"],
  ],
];
