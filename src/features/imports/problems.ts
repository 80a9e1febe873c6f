/* The rows of an import that were left out, or weren't imported whole: why, and which. */
import type { Ctx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { Reason } from "./contract.ts";
import { cellsOf } from "./csv-rows.ts";
import { getImport, keyOf } from "./imports.ts";
import { type ImportKey, listProblems, listReasonRows } from "./store.ts";

export async function reasonsOfImport(ctx: Ctx, { id }: { id: string }): Promise<{ items: Reason[] }> {
  return { items: await listReasonRows(ctx.db, await requireImport(ctx, id)) };
}

/** What the file of rows with problems has besides its own columns. They're no one's when it's imported again. */
const EXTRA = ["row", "problem", "outcome"];

/** The rows with problems as they were in their file, so that they can be mended there and imported again. */
export async function problemsOfImport(ctx: Ctx, { id }: { id: string }): Promise<File> {
  const key = await requireImport(ctx, id);
  const { columns, delimiter } = await getImport(ctx, { id });
  const headers = columns.filter(({ part_of }) => part_of === null).map(({ header }) => header);
  // Such a file may have been mended before.
  const from = EXTRA.every((header, at) => headers[at] === header) ? EXTRA.length : 0;
  const lines = (await listProblems(ctx.db, key)).map(({ row, problem, is_left_out, content }) => [
    ...[row, problem, is_left_out ? "left out" : "imported"],
    ...cellsOf(content, delimiter).slice(from),
  ]);
  return csvFile("import-problems.csv", [...EXTRA, ...headers.slice(from)], [lines]);
}

async function requireImport(ctx: Ctx, id: string): Promise<ImportKey> {
  await getImport(ctx, { id });
  return keyOf(ctx, id);
}
