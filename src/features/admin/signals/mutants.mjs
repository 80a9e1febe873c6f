export const MUTANTS = [
  [
    "every page is examined again for words that were there before",
    "switches.ts",
    "entries.some((one) => !before.entries?.includes(one))",
    "true",
    ["routes.test.ts"],
  ],
  [
    "a signal that only counts opens cases",
    "findings.ts",
    'mode === "on" && page',
    "page",
    ["routes.test.ts"],
  ],
  [
    "a page gets another case for what staff know already",
    "findings.ts",
    'if (found.split("\\n").every((one) => known.has(one))) return false;',
    "",
    ["routes.test.ts"],
  ],
  [
    "one bad entry of a list buries the queue",
    "findings.ts",
    "(await countCased(db, signal, since)) < CASES_A_DAY_MAX",
    "true",
    ["figures.test.ts"],
  ],
  [
    "an empty list takes the place of the one from before",
    "lists/lists.ts",
    "return problem ? { problem: READ_PROBLEMS[problem] } : { read };",
    "return { read };",
    ["routes.test.ts"],
  ],
  [
    "what's below a bad host isn't bad",
    "lists/host-set.ts",
    "if (this.#hasExactly(host.slice(at + 1))) return true;",
    "",
    ["lists/host-set.test.ts"],
  ],
];
