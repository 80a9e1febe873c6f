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
    'if (reason === "" || (until !== null && !isLong(until, ctx.now())))',
    "if (true)",
    ["routes.test.ts"],
  ],
  [
    "what someone proposed who isn't staff anymore is confirmed",
    "approvals.ts",
    `if (!isStaffFor(proposer?.role ?? "", action.area)) throw failure(APPROVAL_ERRORS, "APPROVAL_OVER");`,
    "",
    ["routes.test.ts"],
  ],
  ["proposals never end", "rules.ts", "Date.parse(expires_at) > now.getTime()", "true", ["routes.test.ts"]],
];
