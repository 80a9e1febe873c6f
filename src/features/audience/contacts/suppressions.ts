/*
 * Suppressions in the light of what only contacts know: merges that carried one over, and the accounts that exports
 * came from.
 */
import {
  type NewSuppression,
  updateSuppressionHashes,
  upsertSuppression,
  upsertSuppressions,
} from "#src/features/audience/consent-records/consent-records.ts";
import type { Db } from "#src/platform/db/database.ts";
import { formerAccounts } from "./fields/settings-store.ts";
import { deleteFromMergeUndo, hasOpenMerges } from "./merge/merge-store.ts";

/**
 * Adds a suppression that isn't a merge's. One that a merge had carried over becomes permanent, so undoing
 * the merge doesn't lift it. Returns the id if that changed anything.
 */
export async function recordSuppression(db: Db, row: NewSuppression): Promise<string | undefined> {
  await deleteFromMergeUndo(db, row);
  const id = await upsertSuppression(db, row);
  // A merge may have carried over the same one at this very moment.
  if (id === undefined) await deleteFromMergeUndo(db, row);
  return id;
}

/** Adds suppressions of distinct addresses. Returns those that changed anything. */
export async function recordSuppressions(db: Db, account: string, rows: readonly NewSuppression[]) {
  const settle = async (those: readonly NewSuppression[]) => {
    if (await hasOpenMerges(db, account)) for (const row of those) await deleteFromMergeUndo(db, row);
  };
  // In a fixed order, to prevent deadlocks.
  const ordered = rows.toSorted((a, b) => (a.email_hash < b.email_hash ? -1 : 1));
  await settle(ordered);
  const added = await upsertSuppressions(db, ordered);
  const changed = new Set(added.map(({ email_hash }) => email_hash));
  await settle(ordered.filter(({ email_hash }) => !changed.has(email_hash)));
  return added;
}

/**
 * An export has only hashes of erased people, and they depend on its own account's id. Once one of these addresses
 * appears, its suppressions are converted to this account's hash. Call it before suppressions are checked.
 */
export function convertFormerHashes(db: Db, account: string, emails: readonly string[]): Promise<void> {
  return updateSuppressionHashes(db, account, { emails, former: formerAccounts(account) });
}
