/* What becomes of a sequence as one of its batches pauses by itself. */
import type { BatchListener } from "#src/features/email/delivery/delivery.ts";
import { systemCtx } from "#src/platform/context.ts";
import { sequenceHalted } from "./events.ts";
import { haltSequence } from "./sequences.ts";
import { findSequenceOfBatch, lockSequence } from "./store.ts";

export const sequenceListener: BatchListener = {
  /** Steps lock their sequence before the batch, too. */
  async pausing({ db }, key) {
    const sequence = await findSequenceOfBatch(db, key);
    if (sequence) await lockSequence(db, { user_id: key.user_id, id: sequence.id });
  },
  async paused(platform, key, reason) {
    const sequence = await findSequenceOfBatch(platform.db, key);
    if (!sequence) return;
    const ctx = systemCtx(platform, { job: "delivery.send", account: key.user_id });
    if (await haltSequence(ctx, sequence.id, reason))
      await ctx.announce(sequenceHalted, { subject: sequence.id, payload: { reason } });
  },
  // It goes on with the next people, and its steps decide what's late.
  async done() {},
  async late() {},
  async resumed() {},
};
