export const MUTANTS = [
  [
    "staff stop an account without a reason",
    "email.ts",
    `  if (reason === "") throw failure(EMAIL_ERRORS, "REASON_MISSING");\n  const owner`,
    "  const owner",
    ["routes.test.ts"],
  ],
  [
    "what waits counts as put off",
    "store.ts",
    "filter (where d.refusals > 0)",
    "filter (where d.refusals >= 0)",
    ["routes.test.ts"],
  ],
  ["looking at a bounce applies it", "email.ts", "if (is_applied && ours)", "if (ours)", ["routes.test.ts"]],
];
