import { expect, it } from "vitest";
import type { Import } from "../contract.ts";
import { NO_COUNTS } from "../rules.ts";
import { incompleteRows, incompleteWords, outcomeWords } from "./import-words.ts";

const counts = { rows: 9, added: 3, updated: 2, unchanged: 1, left_out: 3, suppressed: 1, stopped: 2 };

it("each row of an import is in one line of its outcome, and the lines add up to the file’s rows", () => {
  const lines = outcomeWords(counts, { isDone: true });
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
  expect([incompleteWords(1), incompleteWords(1200)]).toEqual([
    "One row is imported without a value that doesn’t fit.",
    "1,200 rows are imported without values that don’t fit.",
  ]);
});
