export const MUTANTS = [
  [
    "errors of browsers are counted while the log has no room",
    "client-errors.ts",
    "if (!takeRoom(visit)) return { logged: false };",
    "takeRoom(visit);",
    ["src/node/floods.test.ts"],
  ],
];
