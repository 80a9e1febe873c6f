export const MUTANTS = [
  [
    "whoever proposes something confirms it, too",
    "approvals.ts",
    `if (row.proposed_by === actor.person.id) throw failure(APPROVAL_ERRORS, "APPROVAL_OWN");`,
    "",
    ["routes.test.ts"],
  ],
  [
    "a suspension for good takes one member of staff where there are two",
    "bans.ts",
    'if (until !== null || reason === "")',
    "if (true)",
    ["routes.test.ts"],
  ],
  [
    "what someone proposed who isn't staff anymore is confirmed",
    "approvals.ts",
    `if (!inCharge.includes(row.proposed_by)) throw failure(APPROVAL_ERRORS, "APPROVAL_OVER");`,
    "",
    ["routes.test.ts"],
  ],
  [
    "suspending until the next century takes one member of staff",
    "bans.ts",
    'if (until !== null && isLongBan(until, ctx.now())) throw failure(BAN_ERRORS, "BAN_LONG");',
    "",
    ["src/features/admin/users/routes.test.ts"],
  ],
  ["proposals never end", "rules.ts", "Date.parse(expires_at) > now.getTime()", "true", ["routes.test.ts"]],
];
