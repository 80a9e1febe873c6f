/* How receivers take an account's e-mail, from the same sums as its analytics. */
import { figuresOf } from "#src/features/email/delivery/metrics/metrics.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Reputation, ReputationRow } from "./reputation-contract.ts";
import { levelOf } from "./reputation-rules.ts";
import { listDeferrals, listReceivers } from "./reputation-store.ts";

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
const ROWS_MAX = 100;

export async function getReputation(ctx: Ctx): Promise<Reputation> {
  requireWholeAccount(ctx);
  const [week, month] = await Promise.all([rowsOver(ctx, WEEK_DAYS), rowsOver(ctx, MONTH_DAYS)]);
  return { week, month };
}

async function rowsOver(ctx: Ctx, days: number): Promise<ReputationRow[]> {
  const to = ctx.now().getTime();
  const from = to - days * DAY_MS;
  const { account } = ctx;
  const [receivers, deferrals] = await Promise.all([
    listReceivers(ctx.db, { account, period: { from, to } }, ROWS_MAX),
    listDeferrals(ctx.db, { account, from: new Date(from).toISOString() }),
  ]);
  return receivers.map((row) => {
    const { sent, refused, rates } = figuresOf(row);
    const { mailbox_id, host } = row;
    const { deferred = 0 } =
      deferrals.find((one) => one.mailbox_id === mailbox_id && one.host === host) ?? {};
    const { bounce_hard, bounce_soft, complaint, unsubscribe, open } = rates;
    const level = levelOf({ attempted: sent + refused, complaint, bounce_hard });
    return {
      mailbox_id,
      address: row.address ?? "",
      host,
      sent,
      bounce_hard,
      bounce_soft,
      complaint,
      unsubscribe,
      open,
      deferred,
      level,
    };
  });
}
