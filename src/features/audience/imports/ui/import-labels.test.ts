import { expect, it } from "vitest";
import type { Import } from "../contract.ts";
import { NO_COUNTS } from "../rules.ts";
import { incompleteLabel, incompleteRows, outcomeLabels, problemStage } from "./import-labels.ts";

const counts = {
  rows: 9,
  added: 3,
  updated: 2,
  unchanged: 1,
  combined: 0,
  left_out: 3,
  suppressed: 1,
  stopped: 2,
};

it("each row of an import is in one line of its outcome, and the lines add up to the file’s rows", () => {
  const lines = outcomeLabels(counts, { isDone: true });
  expect(lines).toEqual([
    ...["3 leads added", "2 leads updated", "1 row changed nothing", "3 rows left out"],
    "1 of them won’t get e-mail, because they’re suppressed",
    "2 addresses added to your suppression list",
  ]);
  const rows = lines.slice(0, -2).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
  expect(rows).toBe(counts.rows);
});

it("rows that were left out aren’t counted again among the problems", () => {
  const shown = (expected: Import["counts"] | null) =>
    ({ problems: 4, expected, counts: expected ? NO_COUNTS : counts }) as Import;
  expect([incompleteRows(shown(counts)), incompleteRows(shown(null))]).toEqual([1, 1]);
  expect(incompleteRows({ problems: 3, expected: counts, counts } as Import)).toBe(0);
  expect([incompleteLabel(1, "checked"), incompleteLabel(1200, "imported")]).toEqual([
    "One row will be imported without a value that doesn’t fit.",
    "1,200 rows were imported without values that don’t fit.",
  ]);
});

it("rows for one address are said to be put together, and a canceled import to have brought nothing", () => {
  const lines = outcomeLabels(
    { ...NO_COUNTS, rows: 4, added: 1, unchanged: 3, combined: 2 },
    { isDone: true },
  );
  expect(lines).toEqual([
    "1 lead added",
    "2 more rows for the same e-mail addresses, put together with the first",
    "1 row changed nothing",
  ]);
  expect(outcomeLabels(NO_COUNTS, { isDone: true })).toEqual(["Nothing imported"]);
});

it("problems are only spoken of where something of the file is left to mend", () => {
  const stageOf = (state: Import["state"], added = 0) =>
    problemStage({ state, counts: { ...NO_COUNTS, added } });
  expect([stageOf("ready"), stageOf("done", 1), stageOf("done_with_errors", 1)]).toEqual([
    ...["checked", "imported", "imported"],
  ]);
  expect([stageOf("cancelled"), stageOf("cancelled", 1), stageOf("failed"), stageOf("undone", 1)]).toEqual([
    ...[undefined, "stopped", "stopped", undefined],
  ]);
});
