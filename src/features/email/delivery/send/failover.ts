/*
 * A batch with several sending accounts continues without those that can't send until someone fixes them.
 * An account that's only over its limits for a while keeps its messages.
 */
import { findOwnMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listSendingThrough } from "../batch-store.ts";
import { pauseBatch } from "../circuit-breaker.ts";
import { updateWaitingSenders } from "./sender-assignment-store.ts";
import { isShared, senderShares } from "./sender-split.ts";
import { canSend, loadSenders } from "./senders.ts";

/** Small enough not to delay the leases of messages for long. */
const MOVED_ROWS = 1_000;

/**
 * Distributes the waiting messages of a sending account that can't send among the others, and returns those
 * that got any. Leased ones aren't touched: they return, or their outcome does. If none can send, the queue
 * holds. An account that only a version goes through takes over nothing, and the batch's take over from it.
 */
export async function failOver(ctx: Ctx, mailbox_id: string): Promise<string[]> {
  const mailbox = await findOwnMailbox(ctx, mailbox_id);
  if (mailbox && canSend({ mailbox })) return [];
  const woken = new Set<string>();
  for (const row of await listSendingThrough(ctx.db, { account: ctx.account, mailbox_id })) {
    const ways = await loadSenders(ctx, senderShares(row).filter(isShared));
    if (ways.length === 0) await pauseBatch(ctx, row, "Its sending account was deleted.");
    const able = ways.filter(canSend);
    const from = senderShares(row).find((way) => way.mailbox_id === mailbox_id);
    if (able.length === 0 || !from) continue;
    const { user_id, id } = row;
    let moved = MOVED_ROWS;
    while (moved === MOVED_ROWS && !ctx.abortSignal.aborted) {
      moved = await updateWaitingSenders(
        ctx.db,
        { user_id, id, sender_index: from.sender_index, rows: MOVED_ROWS },
        able,
      );
      if (moved > 0) for (const way of able) woken.add(way.mailbox_id);
    }
  }
  return [...woken];
}
