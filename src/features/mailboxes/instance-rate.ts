/* How much the whole instance sends, over all accounts (5.10.12). */
import type { Platform } from "#src/platform/context.ts";
import { lockInstanceRate, updateInstanceRate } from "./rate-store.ts";
import { NO_LIMITS, reserve, type Spent, settleReservation } from "./rules.ts";
import { MAILS_PER_MINUTE } from "./settings.ts";

/** Takes up to `wanted` from what the instance may send. */
export async function reserveForInstance(
  ctx: Platform,
  wanted: number,
  now: Date,
): Promise<{ granted: number; next_at: number | null }> {
  const per_minute = ctx.settings.get(MAILS_PER_MINUTE);
  if (per_minute === null || wanted === 0) return { granted: wanted, next_at: null };
  const taken = reserve(
    { counts: await lockInstanceRate(ctx.db), limits: { ...NO_LIMITS, per_minute } },
    wanted,
    now,
  );
  await updateInstanceRate(ctx.db, taken.counts);
  return taken;
}

/** As `settleSends` does for the mailbox. */
export async function settleForInstance(ctx: Platform, spent: Spent): Promise<void> {
  if (ctx.settings.get(MAILS_PER_MINUTE) === null) return;
  await updateInstanceRate(ctx.db, settleReservation(await lockInstanceRate(ctx.db), spent));
}
