export const MUTANTS = [
  [
    "support removes two-step sign-in without consent",
    "second-factor.ts",
    "    await requireConsent(ctx, id);\n",
    "",
    ["second-factor.test.ts"],
  ],
  [
    "administrators are appointed by one of two members of staff",
    "users.ts",
    'if (role !== "admin" || was === role)',
    "if (true)",
    ["routes.test.ts"],
  ],
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
