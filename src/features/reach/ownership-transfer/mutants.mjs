export const MUTANTS = [
  [
    "the founder gives their account away",
    "ownership-transfer.ts",
    `  if (isFounder(person)) throw failure(HANDOVER_ERRORS, "FOUNDER_STAYS");\n`,
    "",
    ["routes.test.ts"],
  ],
  [
    "a member with an account of their own takes over, and loses it",
    "accept-transfer.ts",
    `    await requireEligible(ctx, { account, id: person.id }, "member");\n`,
    "",
    ["routes.test.ts"],
  ],
  [
    "an account is taken over without a recent sign-in",
    "accept-transfer.ts",
    "  await requireRecentSignIn(ctx);\n",
    "",
    ["routes.test.ts", "in-flight.test.ts"],
  ],
  [
    "an account goes to whoever knows of the offer",
    "store.ts",
    "eq(handoverOffers.user_id, person), ",
    "",
    ["routes.test.ts"],
  ],
];
