/* Rows of an import that were left out, or weren't imported completely, with their problems. */
import type { Ctx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { Import, Reason } from "./contract.ts";
import { cellsOf } from "./csv-rows.ts";
import { getImport, keyOf } from "./imports.ts";
import { type ImportKey, listProblems, listReasonRows } from "./store.ts";

export async function listImportReasons(ctx: Ctx, { id }: { id: string }): Promise<{ items: Reason[] }> {
  const rows = await listReasonRows(ctx.db, await requireImport(ctx, id));
  return { items: rows.map(({ problem, ...row }) => ({ ...row, problem: headingOf(problem) })) };
}

/** People's text is only in the examples below it. */
const headingOf = (problem: string): string =>
  HEADINGS[problem] ?? problem.replace(UNFIT, ": it doesn’t fit.");
const UNFIT = /: “…” doesn’t fit\.$/;
const HEADINGS: Readonly<Record<string, string>> = {
  "“…” isn’t an e-mail address.": "That isn’t an e-mail address.",
  "We can’t tell whether “…” means that they’re subscribed.": "We can’t tell whether they’re subscribed.",
  "The stage was left out: there’s none called “…”.":
    "The stage was left out: your pipeline has none of that name.",
  "The value was left out: your pipeline isn’t in “…”.":
    "The value was left out: your pipeline is in another currency.",
};

/** The additional columns of the file of rows with problems. They're ignored when it's imported again. */
const EXTRA = ["row", "problem", "outcome"];

/**
 * Exports the rows with problems as they were in their file, so that they can be fixed there and imported
 * again.
 */
export async function exportImportProblems(ctx: Ctx, { id }: { id: string }): Promise<File> {
  const key = await requireImport(ctx, id);
  const shown = await getImport(ctx, { id });
  const { columns, delimiter } = shown;
  const headers = columns.filter(({ part_of }) => part_of === null).map(({ header }) => header);
  // The imported file may itself be such a file.
  const from = EXTRA.every((header, at) => headers[at] === header) ? EXTRA.length : 0;
  const lines = (await listProblems(ctx.db, key)).map(({ row, problem, is_left_out, content }) => [
    ...[row, problem, outcomeOf(shown, { row, is_left_out })],
    ...cellsOf(content, delimiter).slice(from),
  ]);
  return csvFile("import-problems.csv", [...EXTRA, ...headers.slice(from)], [lines]);
}

/** A canceled import has processed the rows before its end. */
function outcomeOf(
  { state, rows_done, rows_before, has_header }: Import,
  { row, is_left_out }: { row: number; is_left_out: boolean },
): string {
  if (is_left_out) return "left out";
  const isDone =
    state !== "validating" && state !== "undone" && row - rows_before - (has_header ? 1 : 0) <= rows_done;
  return isDone ? "imported" : "not imported";
}

async function requireImport(ctx: Ctx, id: string): Promise<ImportKey> {
  await getImport(ctx, { id });
  return keyOf(ctx, id);
}
