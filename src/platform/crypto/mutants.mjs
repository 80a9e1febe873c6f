export const MUTANTS = [
  [
    "what an earlier secret has sealed stays sealed with it",
    "vault.ts",
    "sealed: this.seal(purpose, text) }",
    "sealed }",
    ["src/node/secrets.test.ts"],
  ],
  [
    "the secret stays in the database that it protects",
    "instance-secret.ts",
    "if (folder === undefined) return",
    "if (true) return",
    ["src/node/secrets.test.ts"],
  ],
  [
    "an instance starts with a secret that opens nothing",
    "key-rotation.ts",
    "return !isAnySealed;",
    "return true;",
    ["src/node/secrets.test.ts"],
  ],
  [
    "only the first rows tell whether a secret is the right one",
    "key-rotation.ts",
    "while (rows.length === TRIED_ROWS)",
    "while (false)",
    ["src/node/secrets.test.ts"],
  ],
];
