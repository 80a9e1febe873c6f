export const MUTANTS = [
  [
    "a click without a view counts as a step",
    "visit-scan.ts",
    "if ((mark & BOTH) === BOTH) this.clicked++;",
    "if (mark & CLICKED) this.clicked++;",
    ["../analytics/numbers.test.ts"],
  ],
  [
    "a part that’s larger than its whole is shown as a share",
    "rules.ts",
    " || part > whole",
    "",
    ["routes.test.ts"],
  ],
  ["an order before the sign-up counts", "store.ts", "o.ordered_at >= p.at and ", "", ["routes.test.ts"]],
  [
    "whoever comes back on the same day has returned",
    "store.ts",
    ", 'UTC') > date_trunc('day', f.first_at",
    ", 'UTC') >= date_trunc('day', f.first_at",
    ["routes.test.ts"],
  ],
];
