/* Undoes an import, a batch at a time, and deletes the undo data. */

import { liftImportedSuppressions } from "#src/features/audience/consent/consent.ts";
import { undoContactImport } from "#src/features/audience/contacts/import/import.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type ChangeRow,
  deleteNextChanges,
  deleteProblems,
  type ImportKey,
  lockImport,
  updateImport,
} from "./store.ts";

/**
 * Fewer on the embedded database, where other queries wait for a batch. Each also queues a job for every
 * slice with data about people.
 */
const UNDO_ROWS = { postgres: 500, pglite: 250 };

export async function runUndo(platform: Platform, key: ImportKey): Promise<void> {
  const count = UNDO_ROWS[platform.database.kind];
  let after: string | undefined;
  for (let isMore = true; isMore; ) {
    platform.abortSignal.throwIfAborted();
    isMore = await platform.write(async (ctx) => {
      const row = await lockImport(ctx.db, key);
      if (row?.state !== "undoing") return false;
      const { account, id: import_id } = key;
      if ((await liftImportedSuppressions(ctx, { account, import_id, count })) === count) return true;
      const changes = await deleteNextChanges(ctx.db, key, { after, count });
      const rows = changes.map(({ contact_id: id, before, changed_at }) => ({ id, before, changed_at }));
      await undoContactImport(ctx, { account, rows });
      after = lastOf(changes);
      if (changes.length === count) return true;
      await updateImport(ctx.db, key, { state: "undone" });
      return false;
    });
  }
}

function lastOf(changes: readonly ChangeRow[]): string | undefined {
  return changes
    .map(({ contact_id }) => contact_id)
    .sort()
    .at(-1);
}

/** Deletes the data for undoing an import, or for a look at its problems. */
export async function purgeUndoData(platform: Platform, key: ImportKey): Promise<void> {
  const count = UNDO_ROWS[platform.database.kind];
  let after: string | undefined;
  for (let isMore = true; isMore; ) {
    platform.abortSignal.throwIfAborted();
    const changes = await platform.write((ctx) => deleteNextChanges(ctx.db, key, { after, count }));
    after = lastOf(changes);
    isMore = changes.length === count;
  }
  await platform.write((ctx) => deleteProblems(ctx.db, key));
}
