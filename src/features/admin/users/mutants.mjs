export const MUTANTS = [
  [
    "the founder's role can be taken",
    "rules.ts",
    `return id !== by && from !== "founder";`,
    "return id !== by;",
    ["routes.test.ts"],
  ],
  [
    "staff act without a reason",
    "users.ts",
    `if (reason === "") throw failure(USER_ERRORS, "REASON_MISSING");`,
    "",
    ["routes.test.ts"],
  ],
  [
    "roles change without proof",
    "users.ts",
    "  await requireRecentProof(ctx, actor);\n",
    "",
    ["routes.test.ts"],
  ],
];
