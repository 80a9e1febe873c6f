export const MUTANTS = [
  [
    "everyone sees what's for staff",
    "rules.ts",
    'if (audience === "staff") return isStaff;',
    'if (audience === "staff") return true;',
    ["routes.test.ts"],
  ],
  ["a banner leads to a script", "banners.ts", "/^https?:\\/\\//i.test(url)", "true", ["routes.test.ts"]],
  [
    "whoever dismissed a banner doesn't see its new text",
    "banners.ts",
    "if (before && (before.texts.en !== row.texts.en || before.texts.es !== row.texts.es))",
    "if (!before)",
    ["routes.test.ts"],
  ],
];
