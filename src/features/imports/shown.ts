/* Imports as people see them, and how many they may have under way. */
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { IMPORT_ERRORS, type Import } from "./contract.ts";
import { IMPORTS_OPEN_MAX, mayMove, NO_COUNTS, UNDO_DAYS } from "./rules.ts";
import { countOpen, type ImportRow, lockImports } from "./store.ts";

/** Each that's under way keeps its whole file. One that was begun already has its room. */
export async function requireRoom({ db, account }: Ctx, id: string): Promise<void> {
  await lockImports(db, account);
  if ((await countOpen(db, { account, id })) >= IMPORTS_OPEN_MAX)
    throw failure(IMPORT_ERRORS, "IMPORTS_OPEN");
}

/** Until when an import that ended can be undone. */
export const undoUntil = (endedAt: string) => addDays(endedAt, UNDO_DAYS);

/** An import as its people see it. */
export function shown({ user_id: _, attested_at: __, attested_by: ___, ...row }: ImportRow): Import {
  const { encoding: _e, delimiter: _d, has_header: _h, ...rest } = row;
  const isUndoable = row.ended_at !== null && mayMove(row.state, "undoing");
  // Older ones count less.
  const counts = { ...NO_COUNTS, ...row.counts };
  const expected = row.expected && { ...NO_COUNTS, ...row.expected };
  return { ...rest, counts, expected, undo_until: isUndoable ? undoUntil(row.ended_at ?? "") : null };
}
