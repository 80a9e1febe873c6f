export const MUTANTS = [
  [
    "“is not” means “is”",
    "filter-match.ts",
    "names.some((name) => wanted.includes(name)) !== isNot",
    "names.some((name) => wanted.includes(name))",
    ["numbers.test.ts"],
  ],
  ["a visitor counts with every view", "scan.ts", "if (isFirst) (buckets", "(buckets", ["numbers.test.ts"]],
  [
    "filters combine for everyone",
    "question.ts",
    "if (filters.length > 1 || input.compare",
    "if (input.compare",
    ["routes.test.ts"],
  ],
  ["the last seven days end yesterday", "weeks.ts", "1 - DAYS", "-DAYS", ["analytics.test.ts"]],
];
