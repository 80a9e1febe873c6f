/* The calendar of warming up: what a new sending account may send each day, and what it has sent. */
import { WARM_UP_DAYS, WARM_UP_START } from "#src/features/email/sending-accounts/rules.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { addHours, DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { WarmUp } from "./warm-up-contract.ts";
import { listSentDays, listWarmingUp, type WarmingUp } from "./warm-up-store.ts";

/** A calendar stays this long after its last day. */
const KEPT_DAYS = 30;

export async function listWarmUps(ctx: Ctx): Promise<{ items: WarmUp[] }> {
  requireWholeAccount(ctx);
  const since = new Date(ctx.now().getTime() - (WARM_UP_DAYS + KEPT_DAYS) * DAY_MS).toISOString();
  const items: WarmUp[] = [];
  for (const row of await listWarmingUp(ctx.db, ctx.account, since))
    items.push(toCalendar(row, await listSentDays(ctx.db, ctx.account, row), ctx.now()));
  return { items };
}

function toCalendar(
  { id, from_address: address, warm_up_since }: WarmingUp,
  sent: readonly { day: number; sent: number }[],
  now: Date,
): WarmUp {
  const start = new Date(warm_up_since);
  const today = Math.floor((now.getTime() - start.getTime()) / DAY_MS);
  const days = Array.from({ length: WARM_UP_DAYS }, (_, day) => ({
    at: addHours(start, day * 24),
    planned: WARM_UP_START * 2 ** day,
    sent: day > today ? null : (sent.find((one) => one.day === day)?.sent ?? 0),
  }));
  return { mailbox_id: id, address, is_over: today >= WARM_UP_DAYS, days };
}
