export const MUTANTS = [
  [
    "an audience with a filter is everyone",
    "filter-store.ts",
    "...toFilter(account, rest),",
    "...toFilter(account, {}),",
    ["src/features/email/campaigns/preflight/audience.test.ts"],
  ],
  [
    "an audience ignores who signed up lately",
    "filter-store.ts",
    "(days !== undefined && { since: daysBefore(now, days) })",
    "(days === 0 && { since: daysBefore(now, days) })",
    ["src/features/email/campaigns/preflight/audience.test.ts"],
  ],
  [
    "a filter that nobody knows is dropped, and everyone gets it",
    "audience-contract.ts",
    "  .strict();",
    ";",
    ["src/features/email/campaigns/preflight/audience.test.ts"],
  ],
  [
    "a filter of nothing that's stored finds everybody",
    "audience-contract.ts",
    'text.toWellFormed().replaceAll("\\0", "\\ufffd")',
    'text.toWellFormed().replaceAll("\\0", "")',
    ["src/features/email/campaigns/preflight/audience.test.ts"],
  ],
  [
    "a deleted profile in an audience stops nothing",
    "audience.ts",
    "isProfile: !profileIds.every(",
    "isProfile: !profileIds.some(",
    ["src/features/email/campaigns/preflight/audience.test.ts"],
  ],
];
