/* Taking an import back, a batch at a time, and forgetting what only that needs. */

import { liftImported, takeBackContacts } from "#src/features/contacts/importing.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type ChangeRow,
  changeImport,
  deleteProblems,
  holdImport,
  type ImportKey,
  takeChanges,
} from "./store.ts";

/**
 * Fewer on the embedded database, where everyone waits for a batch. Each also queues a job for every slice that forgets
 * people.
 */
const UNDO_ROWS = { postgres: 500, pglite: 250 };

export async function takeBack(platform: Platform, key: ImportKey): Promise<void> {
  const count = UNDO_ROWS[platform.database.kind];
  let after: string | undefined;
  for (let isMore = true; isMore; ) {
    platform.abortSignal.throwIfAborted();
    isMore = await platform.write(async (ctx) => {
      const row = await holdImport(ctx.db, key);
      if (row?.state !== "undoing") return false;
      const { account, id: import_id } = key;
      if ((await liftImported(ctx, { account, import_id, count })) === count) return true;
      const changes = await takeChanges(ctx.db, key, { after, count });
      const rows = changes.map(({ contact_id: id, before, changed_at }) => ({ id, before, changed_at }));
      await takeBackContacts(ctx, { account, rows });
      after = lastOf(changes);
      if (changes.length === count) return true;
      await changeImport(ctx.db, key, { state: "undone" });
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

/** Forgets what only taking it back, or a look at its problems, would need. */
export async function forget(platform: Platform, key: ImportKey): Promise<void> {
  const count = UNDO_ROWS[platform.database.kind];
  let after: string | undefined;
  for (let isMore = true; isMore; ) {
    platform.abortSignal.throwIfAborted();
    const changes = await platform.write((ctx) => takeChanges(ctx.db, key, { after, count }));
    after = lastOf(changes);
    isMore = changes.length === count;
  }
  await platform.write((ctx) => deleteProblems(ctx.db, key));
}
