export const MUTANTS = [
  [
    "what screens say of the server's errors stays in English",
    "plugin.ts",
    "include: /\\/src\\/.*\\.tsx?(?:\\?errors)?$/",
    "include: /\\/src\\/.*\\.tsx$/",
    ["src/node/languages.test.ts"],
  ],
  [
    "a sentence that names a color stays in English",
    "translatable-text.ts",
    "&& !WHOLE.test(words)",
    "",
    ["src/node/languages.test.ts"],
  ],
];
