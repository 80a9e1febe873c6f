export const MUTANTS = [
  [
    "the activity log is everyone's",
    "store.ts",
    "    eq(events.account, account),\n",
    "",
    ["routes.test.ts"],
  ],
];
