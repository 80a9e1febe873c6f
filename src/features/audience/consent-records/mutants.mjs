export const MUTANTS = [
  [
    "undoing an import lifts what somebody said themselves",
    "suppression-store.ts",
    "isOwn} and suppressions.import_id is not null",
    "isOwn} and false",
    ["src/features/audience/imports/suppressions.test.ts"],
  ],
  [
    "undoing an import lifts what another one says, too",
    "suppression-store.ts",
    "ne(import_id, but)",
    "eq(import_id, but)",
    ["src/features/audience/imports/suppressions.test.ts"],
  ],
  [
    "merging loses what one of them had left",
    "merge.ts",
    "isStricter(mine.get(topic)?.state, state)",
    "false",
    ["src/features/audience/contacts/merge/merge.test.ts"],
  ],
  [
    "imports bring back who was erased",
    "suppression-store.ts",
    "return sql`not exists (select",
    "return sql`true or exists (select",
    ["src/features/audience/imports/routes.test.ts"],
  ],
];
