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
];
