export const MUTANTS = [
  [
    "people get any number of messages a week",
    "frequency-cap.ts",
    "isUrgent || (got.get(id) ?? 0) < most",
    "true",
    ["frequency-cap.test.ts"],
  ],
  [
    "a message that's sent again counts again",
    "frequency-cap.ts",
    "before.has(id) || hasRoom(id)",
    "hasRoom(id)",
    ["frequency-cap.test.ts"],
  ],
  [
    "what staff stopped goes on",
    "delivery.ts",
    'if (!row || (row.state !== "sending" && row.state !== "scheduled")) return false;',
    "if (!row) return false;",
    ["delivery.test.ts"],
  ],
  [
    "news goes to addresses that nobody has confirmed",
    "delivery.ts",
    "people.filter(({ emailVerified }) => emailVerified)",
    "people",
    ["delivery.test.ts"],
  ],
  [
    "staff confirm their own",
    "broadcasts.ts",
    "row.sent_by === staff.person.id",
    "row.sent_by === null",
    ["routes.test.ts"],
  ],
  [
    "suspended accounts get news",
    "audience-store.ts",
    "return and(isOpen, match",
    "return and(match",
    ["routes.test.ts"],
  ],
];
