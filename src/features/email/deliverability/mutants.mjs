export const MUTANTS = [
  [
    "what's named after all counts as a lookup",
    "checks/spf-rules.ts",
    "terms.slice(0, end + 1)",
    "terms",
    ["checks/spf-rules.test.ts"],
  ],
  [
    "a record that includes itself is counted until the limit",
    "checks/spf-rules.ts",
    "target === domain || above.includes(target)",
    "false",
    ["checks/spf-rules.test.ts"],
  ],
  [
    "a record that's gone for a moment rings",
    "rules.ts",
    "if (!before || !isWorse(known[name], before.state)) continue;",
    "if (!before) continue;",
    ["rules.test.ts"],
  ],
  [
    "anybody's domain is checked for anyone",
    "deliverability.ts",
    "domain === host.toLowerCase()",
    "domain !== undefined",
    ["routes.test.ts"],
  ],
];
