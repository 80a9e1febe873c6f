export const MUTANTS = [
  [
    "who changes a setting overwrites what somebody else has just changed",
    "settings.ts",
    "return text !== undefined && text !== currentOf(ctx, setting, texts).text;",
    "return text === undefined && texts.has(setting.variable);",
    ["routes.test.ts"],
  ],
  [
    "two who change a setting at once don’t wait for each other",
    "settings.ts",
    "await lockSettings(ctx.db);",
    "",
    ["routes.test.ts"],
  ],
  [
    "a setting that stays as it was is a change",
    "settings.ts",
    "if (before === value) continue;",
    "",
    ["routes.test.ts"],
  ],
];
