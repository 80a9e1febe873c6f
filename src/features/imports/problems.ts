/* The rows of an import that were left out, or weren't imported whole: why, and which. */
import type { Ctx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import type { Reason } from "./contract.ts";
import { getImport, keyOf } from "./imports.ts";
import { type ImportKey, listProblems, listReasonRows } from "./store.ts";

export async function reasonsOfImport(ctx: Ctx, { id }: { id: string }): Promise<{ items: Reason[] }> {
  return { items: await listReasonRows(ctx.db, await requireImport(ctx, id)) };
}

/** The rows with problems, so that they can be fixed and imported again. */
export async function problemsOfImport(ctx: Ctx, { id }: { id: string }): Promise<File> {
  const key = await requireImport(ctx, id);
  const rows = await listProblems(ctx.db, key);
  const lines = rows.map(({ row, problem, is_left_out, content }) => [
    row,
    problem,
    is_left_out ? "left out" : "imported",
    content,
  ]);
  return csvFile("import-problems.csv", ["row", "problem", "outcome", "content"], [lines]);
}

async function requireImport(ctx: Ctx, id: string): Promise<ImportKey> {
  await getImport(ctx, { id });
  return keyOf(ctx, id);
}
