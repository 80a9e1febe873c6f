/*
 * Versions of a batch that are tested against each other. Part of its recipients get one each, as their rows say; the
 * others' messages wait until the test's slice rolls one of them out.
 */
import type { Ctx } from "#src/platform/context.ts";
import { findBatch, lockBatch } from "./batch-store.ts";
import { enqueueBatchSends, versionSenders } from "./send/send.ts";
import { updateBatchContent, updateVariantAsWaiting, updateWaitingVariant } from "./variant-store.ts";

interface One {
  /** The batch. */
  id: string;
  variant: number;
}

/** Nobody gets this version anymore, unless it's rolled out. */
export function stopVariant(ctx: Ctx, { id, variant }: One): Promise<void> {
  return updateVariantAsWaiting(ctx.db, { user_id: ctx.account, id, variant });
}

/** Sends this version to whoever waits, in the transaction that decides so. Returns how many that are. */
export async function rollOutVariant(ctx: Ctx, { id, variant }: One): Promise<number> {
  const key = { user_id: ctx.account, id };
  await lockBatch(ctx.db, key);
  const batch = await findBatch(ctx.db, key);
  const own = batch ? (versionSenders(batch.mailbox_ids, batch.variants)[variant] ?? null) : null;
  const count = await updateWaitingVariant(ctx.db, { ...key, variant, own }, ctx.now());
  await updateBatchContent(ctx.db, { ...key, variant });
  if (count > 0) await enqueueBatchSends(ctx, id);
  return count;
}
