/* Sequences that have run for a while: for the demo. */
import { updateAsPast } from "#src/features/email/delivery/delivery.ts";
import { addHours, DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Definition } from "./definition-rules.ts";
import { enroll } from "./enrollments.ts";
import { publishSequence } from "./publication.ts";
import { createSequence, getSequence } from "./sequences.ts";
import { advanceSequence } from "./steps.ts";
import { listBatchIds, listLive } from "./store.ts";

interface PastSequence {
  id: string;
  name: string;
  draft: Definition;
  /** Who got in on which of the last days, the first day first. */
  entered: readonly (readonly string[])[];
}

/** Publishes a sequence some days ago, and takes people through it until now. One that's here already stays. */
export async function importSequence(ctx: Ctx, { id, name, draft, entered }: PastSequence): Promise<void> {
  const since = ctx.now().getTime() - entered.length * DAY_MS;
  const at = (ctx: Ctx, hours: number): Ctx => {
    const now = new Date(addHours(new Date(since), hours));
    return { ...ctx, now: () => now };
  };
  await createSequence(at(ctx, 0), { id, name, draft });
  if ((await getSequence(ctx, { id })).version !== null) return;
  await publishSequence(at(ctx, 0), { id });
  // In one transaction, because jobs would take people's steps at the real time.
  await ctx.write(async (ctx) => {
    const [live] = await listLive(ctx.db, ctx.account, id);
    for (const [day, contactIds] of entered.entries()) {
      if (live) await enroll(at(ctx, day * 24 + 2), live, { contactIds, source: `day ${day}` });
      for (const hours of [2, 14])
        await advanceSequence(at(ctx, day * 24 + hours), { account: ctx.account, id });
      const batch_ids = await listBatchIds(ctx.db, { user_id: ctx.account, id });
      await updateAsPast(ctx.db, { user_id: ctx.account, batch_ids, now: ctx.now().toISOString() });
    }
  });
}
