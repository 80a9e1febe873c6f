/* Messages that come again: once it's time for one, the next one is a row of its own, which waits for its time. */
import type { Platform } from "#src/platform/context.ts";
import { firstMoment } from "./broadcast-rules.ts";
import { nextTime } from "./repetition-rules.ts";
import { type BroadcastRow, hasNext, insertBroadcast } from "./store.ts";

/** Call it in the transaction that begins with one, which holds its row. A second call changes nothing. */
export async function addNextBroadcast(ctx: Platform, row: BroadcastRow): Promise<void> {
  if (row.repeat === null || row.send_at === null || (await hasNext(ctx.db, row))) return;
  const send_at = nextTime(row.send_at, row.repeat, ctx.now());
  if (send_at === undefined) return;
  await insertBroadcast(ctx.db, {
    ...row,
    id: ctx.newId(),
    state: "scheduled",
    send_at,
    due_at: firstMoment(send_at).toISOString(),
    total: 0,
    after_id: "",
    frozen_at: null,
    started_at: null,
    last_batch_at: null,
    created_at: ctx.now().toISOString(),
  });
}
