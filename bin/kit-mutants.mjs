/* Mutants for what the dashboard is built of, in the format of `mutants.mjs`. */
const SAVING = "src/kit/form/form-state.test.ts";
const PICKING = "src/kit/table/row-selection.test.ts";
const PLAN = "src/kit/table/bulk-preview.test.ts";
const TABLE = "src/kit/table/table.test.ts";

const saving = "src/kit/form/form-state.ts";
const picking = "src/kit/table/row-selection.ts";
const plan = "src/kit/table/bulk-preview.ts";

export const KIT_MUTANTS = [
  ["a saved form still asks before leaving", saving, " && !isDone", "", [SAVING]],
  ["a dialog asks before it closes", saving, `kind !== "dialog" && `, "", [SAVING]],
  ["typing while saving is lost", saving, "? undefined : typed", "? undefined : undefined", [SAVING]],
  [
    "a form takes over a row that's no newer",
    saving,
    "Date.parse(loaded.updated_at) > Date.parse(own.updated_at)",
    "loaded.updated_at !== own.updated_at",
    [SAVING],
  ],
  ["a form is sent as often as its button is pressed", saving, "if (isUnderway) return false;", "", [SAVING]],
  [
    "a range reaches one row too far",
    picking,
    "Math.max(anchor, to) + 1",
    "Math.max(anchor, to) + 2",
    [PICKING],
  ],
  ["arrow keys leave the table", picking, "Math.min(index + 1, last)", "index + 1", [PICKING]],
  [
    "Space only selects",
    picking,
    "pickOne(of, index, !isPicked(selection, row.id))",
    "pickOne(of, index, true)",
    [PICKING],
  ],
  ["a letter selects everything", picking, 'key === "a" && (ctrlKey || metaKey)', 'key === "a"', [PICKING]],
  [
    "what couldn't be changed here is changed in another account",
    "src/kit/api-link.ts",
    "if (isReading(contract, path))",
    "if (path.length > 0)",
    ["src/kit/api-link.test.ts"],
  ],
  [
    "what's forbidden here is asked for in every other account",
    "src/kit/other-account.ts",
    "apiErrorOf(error)?.status === 404",
    "apiErrorOf(error)",
    ["src/kit/other-account.test.ts"],
  ],
  ["a bulk action that does nothing is asked about", plan, "if (count === 0)", "if (count < 0)", [PLAN]],
  [
    "a bulk action reaches rows that came after its question",
    plan,
    "{ ...selection, until }",
    "selection",
    [PLAN],
  ],
  [
    "rows taken from everything are still selected",
    "src/kit/table/selection.ts",
    "!selection.except.has(id)",
    "true",
    [TABLE],
  ],
  [
    "a proxy's answer passes for a refusal",
    "src/kit/error-body.ts",
    "if (!isErrorBody(body)) return null;",
    "",
    ["src/kit/error-body.test.ts"],
  ],
  [
    "code is fetched again while the server is away",
    "src/kit/import-with-retry.ts",
    "while (!(await isReachable())) await wait(ASK_AGAIN_MS);",
    "",
    ["src/kit/import-with-retry.test.ts"],
  ],
  [
    "a lost stream is reopened at once, again and again",
    "src/kit/event-stream.ts",
    "failures += 1;",
    "",
    ["src/kit/event-stream.test.ts"],
  ],
];
