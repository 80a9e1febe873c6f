export const MUTANTS = [
  [
    "domains come without premium",
    "domains.ts",
    `if (!(await hasPremium(ctx, ctx.account))) throw failure(DOMAIN_ERRORS, "PREMIUM_REQUIRED");`,
    "",
    ["routes.test.ts"],
  ],
  [
    "a CNAME record is enough for someone else's domain",
    "domains.ts",
    "return counted.some((one) => one !== hashOfAccount(account));",
    "return false;",
    ["routes.test.ts"],
  ],
  [
    "a domain is anyone's who points to it",
    "rules.ts",
    "txt.includes(proof) || (!needs_txt && cname[0] === target)",
    "true",
    ["rules.test.ts"],
  ],
  [
    "a domain that leads elsewhere, too, is ready",
    "rules.ts",
    "if (elsewhere.length === 0) return",
    "if (true) return",
    ["rules.test.ts"],
  ],
  [
    "a domain is found in any account",
    "store.ts",
    "and(eq(domains.account, account), eq(domains.id, id))",
    "eq(domains.id, id)",
    ["routes.test.ts"],
  ],
];
