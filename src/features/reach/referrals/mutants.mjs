export const MUTANTS = [
  [
    "a flagged referral is rewarded before its review",
    "attribution.ts",
    "if (ctx.settings.get(REFERRAL_REVIEW)) await updateFlaggedToWaiting(ctx.db, referred);",
    "",
    ["reviews.test.ts"],
  ],
  [
    "a decision about a referral is reversed",
    "reviews.ts",
    `if (row.review !== "waiting") throw failure(REFERRAL_ERRORS, "REVIEW_DECIDED");`,
    "",
    ["reviews.test.ts"],
  ],
  ["someone refers themselves", "attribution.ts", "referrer === referred ||", "", ["routes.test.ts"]],
  [
    "people refer themselves from another alias",
    "rules.ts",
    "inboxOf(emails.referrer) === inboxOf(emails.referred)",
    "emails.referrer === emails.referred",
    ["rules.test.ts"],
  ],
  [
    "old accounts are still referred",
    "rules.ts",
    "<= REFERRABLE_DAYS * DAY_MS",
    "<= 9 * REFERRABLE_DAYS * DAY_MS",
    ["rules.test.ts"],
  ],
  [
    "the share dialog comes back for ever",
    "rules.ts",
    "if (shown.count >= POPUPS_MAX) return null;",
    "",
    ["rules.test.ts"],
  ],
];
