/*
 * Brings contacts from one account into another one as an import of its export would: whoever refused e-mail in either
 * account has, existing data stays, and what has been brought over isn't again. A batch at a time, because all at once
 * take more memory than a small server has.
 */
import { restoreContacts, restoreSuppressions } from "#src/features/audience/contacts/import/import.ts";
import { listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { type PresentFiles, readPresentAccount } from "#src/features/reach/account-data/present-account.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { FIRST_ID } from "#src/platform/page-moves.ts";
import { listContactBatch, listSuppressionBatch, type MergeRow } from "./merge-store.ts";

const BATCH_ROWS = 1000;

/** `ctx` is in the target. */
export async function bringContacts(ctx: Ctx, merge: MergeRow): Promise<void> {
  await restoreContacts(ctx, await read(ctx, merge, new Map([["lead-settings", "whole"]])));
  await bringSuppressions(ctx, merge);
  for await (const people of batchesOf(ctx, merge, listContactBatch)) {
    const theirs = { column: "contact_id", values: people.map(({ id }) => id) };
    const files = new Map([
      ["contacts", { ...theirs, column: "id" }],
      ["suppressions", { column: "email", values: people.map(({ email }) => email) }],
      ["consents", theirs],
      ["contact-timeline", theirs],
      ["contact-tasks", theirs],
    ]);
    await restoreContacts(ctx, await read(ctx, merge, files));
  }
}

/** `ctx` is in the target. */
export async function bringSuppressions(ctx: Ctx, merge: MergeRow): Promise<void> {
  for await (const rows of batchesOf(ctx, merge, listSuppressionBatch)) {
    const some = { column: "id", values: rows.map(({ id }) => id) };
    await restoreSuppressions(ctx, await read(ctx, merge, new Map([["suppressions", some]])));
  }
}

async function read(ctx: Ctx, { source, profile_ids }: MergeRow, files: PresentFiles) {
  const own = await listProfileIds(ctx.db, source);
  const keys = { account: source, email: "", profileIds: [...new Set([...own, ...profile_ids])] };
  return readPresentAccount(ctx, keys, files);
}

type ListBatch<Row> = (db: Db, batch: { account: string; after: string; most: number }) => Promise<Row[]>;

/** The source's rows by their ids. */
async function* batchesOf<Row extends { id: string }>(
  ctx: Ctx,
  { source }: MergeRow,
  list: ListBatch<Row>,
): AsyncGenerator<Row[]> {
  let after = FIRST_ID;
  for (;;) {
    ctx.abortSignal.throwIfAborted();
    const rows = await list(ctx.db, { account: source, after, most: BATCH_ROWS });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
