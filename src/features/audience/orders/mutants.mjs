export const MUTANTS = [
  [
    "an order counts for a click long ago",
    "store.ts",
    "make_interval(days => ",
    "make_interval(years => ",
    ["routes.test.ts"],
  ],
  [
    "what was bought is kept of who was erased",
    "store.ts",
    "set contact_id = null",
    "set contact_id = contact_id",
    ["routes.test.ts"],
  ],
];
