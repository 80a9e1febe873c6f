export const MUTANTS = [
  ["a report's page may be anything", "rules.ts", "name?.toLowerCase() ?? page", "page", ["rules.test.ts"]],
  [
    "reports outlive the profile that they're about",
    "moderation.ts",
    "  await deleteReportsOf(db, subject);\n",
    "",
    ["routes.test.ts"],
  ],
  [
    "whoever decided decides about the appeal, too",
    "cases/case-rules.ts",
    "return by !== firstBy || others === 0;",
    "return true;",
    ["letters/letters.test.ts"],
  ],
  [
    "an overturned decision gives back what another took as well",
    "cases/appeals.ts",
    "  if (await isDoneElsewhere(ctx.db, { caseId, dids, id: effect.id, now })) return;\n",
    "",
    ["letters/letters.test.ts"],
  ],
  [
    "a case can be decided by those who don't have it",
    "cases/cases.ts",
    'if (assignee_id !== null && assignee_id !== personOf(ctx)) throw failure(CASE_ERRORS, "CASE_TAKEN");',
    "",
    ["cases/cases.test.ts"],
  ],
  [
    "a link about a case works forever",
    "letter-links.ts",
    "return expires > now().toISOString() ? { id, owner_id } : undefined;",
    "return { id, owner_id };",
    ["letters/letters.test.ts"],
  ],
];
