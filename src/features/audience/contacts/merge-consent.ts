/* Merges two contacts' consents: the stricter one wins, for both of their addresses. */
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { emailHash } from "./email-hash.ts";
import { isStricter, type MergeUndo, transferableReason } from "./merge-rules.ts";
import {
  deleteConsent,
  deleteFromMergeUndo,
  deleteMergedSuppression,
  hasOpenMerges,
  listStoredSuppressions,
  upsertMergedConsents,
} from "./merge-store.ts";
import { type ConsentRow, type ContactRow, listConsents } from "./store.ts";
import {
  type NewSuppression,
  type SuppressionRow,
  upsertSuppression,
  upsertSuppressions,
} from "./suppression-store.ts";

interface Two {
  keep: ContactRow;
  gone: ContactRow;
  at: string;
}

/**
 * Applies topics that the merged contact has left or not confirmed to the remaining one. Returns the undo
 * data.
 */
export async function mergeConsents(ctx: Ctx, { keep, gone, at }: Two): Promise<MergeUndo["consents"]> {
  const { account } = ctx;
  const mine = new Map(
    (await listConsents(ctx.db, { account, id: keep.id })).map((row) => [row.topic, row] as const),
  );
  const theirs = await listConsents(ctx.db, { account, id: gone.id });
  const stricter = theirs.filter(({ topic, state }) => isStricter(mine.get(topic)?.state, state));
  await upsertMergedConsents(
    ctx.db,
    stricter.map((row) => ({
      ...(mine.get(row.topic) ?? { ...row, contact_id: keep.id, id: ctx.newId() }),
      state: row.state,
      ended_at: row.state === "unsubscribed" ? (row.ended_at ?? at) : null,
    })),
  );
  return stricter.map(({ topic, state }) => ({ topic, state, before: mine.get(topic) ?? null }));
}

/** Applies one contact's own decisions to both addresses. A dead address says nothing about the other. */
export async function mergeSuppressions(
  ctx: Ctx,
  { keep, gone, at }: Two,
): Promise<MergeUndo["suppressions"]> {
  const noted: MergeUndo["suppressions"] = [];
  for (const [from, to] of [
    [gone, keep],
    [keep, gone],
  ] as const)
    noted.push(...(await carry(ctx, { from, to, at })));
  return noted;
}

interface Carrying {
  from: ContactRow;
  to: ContactRow;
  at: string;
  /** Only later decisions. */
  since?: string;
}

async function carry(ctx: Ctx, { from, to, at, since }: Carrying): Promise<MergeUndo["suppressions"]> {
  const { account } = ctx;
  const hashOf = ({ email }: ContactRow) => emailHash(account, email);
  const email_hash = hashOf(to);
  const before = await listStoredSuppressions(ctx.db, { account, email_hash });
  const noted: MergeUndo["suppressions"] = [];
  for (const row of await listStoredSuppressions(ctx.db, { account, email_hash: hashOf(from) })) {
    const reason = transferableReason(row);
    if (reason === null || (since !== undefined && row.created_at <= since)) continue;
    const { scope, note, campaign } = row;
    const email = reason === "erased" ? null : to.email;
    const own = { user_id: account, id: ctx.newId(), email_hash, email, created_at: at };
    const id = await upsertSuppression(ctx.db, { ...own, reason, scope, note, campaign });
    const old = before.find((one) => one.scope === scope);
    if (id !== undefined) noted.push({ email_hash, scope, before: old ?? null });
  }
  return noted;
}

/** Reverts the consents that a merge made stricter, unless they've changed since. */
export async function revertConsents(
  ctx: Ctx,
  { keep, undo, at }: { keep: ContactRow; undo: MergeUndo; at: string },
): Promise<void> {
  const { account } = ctx;
  const now = await listConsents(ctx.db, { account, id: keep.id });
  for (const { topic, state, before } of undo.consents) {
    const mine = now.find((one) => one.topic === topic);
    if (mine?.state !== state || (mine.ended_at !== null && mine.ended_at > at)) continue;
    if (before) await upsertMergedConsents(ctx.db, [before as ConsentRow]);
    else await deleteConsent(ctx.db, { account, id: keep.id, topic });
  }
  for (const { before, ...one } of undo.suppressions)
    await deleteMergedSuppression(ctx.db, { account, ...one, at, before: before as SuppressionRow | null });
}

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

/** Applies the remaining contact's later decisions to both. */
export async function mergeSuppressionsSince(ctx: Ctx, { keep, gone, at }: Two): Promise<void> {
  await carry(ctx, { from: keep, to: gone, at: ctx.now().toISOString(), since: at });
}
