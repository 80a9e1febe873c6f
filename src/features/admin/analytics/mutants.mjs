export const MUTANTS = [
  [
    "a new instance's founder has no figures for minutes",
    "count.ts",
    "(await findBeginning(db)) ?? now()",
    "((await findBeginning(db)) as Date)",
    ["routes.test.ts"],
  ],
  [
    "drafts count as profiles",
    "count-store.ts",
    `const PAGES = sql.raw("client_profiles where draft_of is null");`,
    `const PAGES = sql.raw("client_profiles where true");`,
    ["routes.test.ts"],
  ],
  [
    "bots count as people",
    "count-store.ts",
    "dimension = 'total' and not is_bot and not is_suspected",
    "dimension = 'total' and not is_suspected",
    ["routes.test.ts"],
  ],
  [
    "steps count without those before them",
    "milestone-store.ts",
    "STEPS.slice(0, n + 1)",
    "STEPS.slice(n, n + 1)",
    ["routes.test.ts"],
  ],
  [
    "revenue leaves out volume prices",
    "../../money/billing/revenue.ts",
    "discounted(quoteFor(tiers, units).total_cents, discount, now)",
    "discounted(units * 300, discount, now)",
    ["routes.test.ts"],
  ],
];
