export const MUTANTS = [
  [
    "a key has events sent that it couldn't read",
    "webhooks.ts",
    "if (missing) throw scopeMissing(missing.permission);",
    "",
    ["src/features/identity/api-keys/routes.test.ts"],
  ],
  [
    "webhooks go out unencrypted",
    "rules.ts",
    `protocol === "http:" && !allowLocal`,
    "false",
    ["rules.test.ts"],
  ],
  [
    "a webhook that's gone is tried for days",
    "rules.ts",
    `if (status === GONE) return "gone";`,
    "",
    ["rules.test.ts"],
  ],
  [
    "webhooks get something where they’re switched off",
    "jobs.ts",
    'if (!(await hasFeature(platform, "webhooks", event.account))) return [];',
    "",
    ["src/features/admin/features/off.test.ts"],
  ],
];
