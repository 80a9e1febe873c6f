export const MUTANTS = [
  [
    "two nodes send the same report",
    "report-store.ts",
    "and(isOf(key), eq(reportSubscriptions.last_day, from),",
    "and(isOf(key),",
    ["reports.test.ts"],
  ],
  [
    "reports go out before eight",
    "report-rules.ts",
    "wall.slice(11) >= REPORT_TIME",
    "true",
    ["report-rules.test.ts"],
  ],
  [
    "a weekly crowd is news every week",
    "alerts/alert-rules.ts",
    "const isNew = count > Math.max(0, ...samples);",
    "const isNew = true;",
    ["alerts/alert-rules.test.ts"],
  ],
  [
    "a small page cries wolf",
    "alerts/alert-rules.ts",
    "return count >= SPIKE_VIEWS_MIN && ",
    "return ",
    ["alerts/alert-rules.test.ts"],
  ],
  [
    "a goal is told as long as it's reached",
    "goals/goals-store.ts",
    ".where(and(owned(key), isNull(analyticsGoals.reached_at)))",
    ".where(owned(key))",
    ["reports.test.ts"],
  ],
];
