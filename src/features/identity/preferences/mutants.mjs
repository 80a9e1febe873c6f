export const MUTANTS = [
  [
    "a link that stops e-mail outlives the handover",
    "unsubscribe-link.ts",
    "!(await isHandedOver(visit.db, { id: link.person, since: new Date(link.at) }))",
    "true",
    ["src/features/reach/ownership-transfer/in-flight.test.ts"],
  ],
  [
    "e-mail about security can be stopped by link",
    "unsubscribe-link.ts",
    `link && TOPICS[link.topic].email === "choice" ? link : undefined`,
    "link",
    ["unsubscribe.test.ts"],
  ],
  [
    "everyone in an account shares the views of its tables",
    "store.ts",
    "and(eq(user_id, person), eq(tableViews.account, account), eq(name, table))",
    "and(eq(tableViews.account, account), eq(name, table))",
    ["table-views.test.ts"],
  ],
  [
    "staff's topics are everyone's",
    "rules.ts",
    "staff === undefined || isStaffFor(role, staff)",
    "true",
    ["rules.test.ts"],
  ],
  [
    "security may be turned off",
    "rules.ts",
    `if (offer !== "choice") return offer === "always";`,
    "",
    ["rules.test.ts"],
  ],
];
