export const MUTANTS = [
  [
    "what programs send goes on after the instance was stopped",
    "tables.ts",
    `when $5::boolean or \${isSendingStopped`,
    `when $5::boolean and \${isSendingStopped`,
    ["routes.test.ts"],
  ],
  [
    "any program may send without limit",
    "transactional.ts",
    "await ctx.limits.count(MAILS, ctx.account);",
    "",
    ["routes.test.ts"],
  ],
  [
    "an API mail reaches who is suppressed",
    "transactional.ts",
    "...(isStopped\n        ?",
    '...(isStopped && id === ""\n        ?',
    ["routes.test.ts"],
  ],
  [
    "a program's e-mail is found in any account",
    "store.ts",
    "and(eq(transactionalMails.user_id, account), eq(transactionalMails.id, id))",
    "eq(transactionalMails.id, id)",
    ["routes.test.ts"],
  ],
];
