export const MUTANTS = [
  ["a report's page may be anything", "rules.ts", "name?.toLowerCase() ?? page", "page", ["rules.test.ts"]],
  [
    "reports outlive the profile that they're about",
    "moderation.ts",
    "  await deleteReportsOf(db, subject);\n",
    "",
    ["routes.test.ts"],
  ],
];
