export const MUTANTS = [
  [
    "people limited to profiles read about the whole account",
    "store.ts",
    "profileIds === null ? undefined : inArray(profile_id, [...profileIds])",
    "undefined",
    ["routes.test.ts"],
  ],
  [
    "what's been read is pushed",
    "web-push.ts",
    "if (!words || words.isRead) return;",
    "if (!words) return;",
    ["web-push.test.ts"],
  ],
];
