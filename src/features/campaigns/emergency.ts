/* The emergency stop: everything that an account sends, at once and on every node. */
import { actorId } from "#src/features/background/background.ts";
import { requireWholeAccount } from "#src/features/team/team.ts";
import type { Ctx } from "#src/platform/context.ts";
import { sendingStopped } from "./events.ts";
import { sendSoon } from "./sending.ts";
import { deleteSendingStop, findSendingStop, insertSendingStop, listSendingOf } from "./store.ts";

export async function getSending(ctx: Ctx): Promise<{ stopped_at: string | null }> {
  requireWholeAccount(ctx);
  return { stopped_at: await findSendingStop(ctx.db, ctx.account) };
}

/** Stops everything that the account sends, at once and on every node, or allows it again. */
export async function stopSending(ctx: Ctx, { is_stopped }: { is_stopped: boolean }) {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const stopped_at = ctx.now().toISOString();
    const stop = { user_id: ctx.account, stopped_by: actorId(ctx) ?? "", stopped_at };
    const isChanged = is_stopped
      ? await insertSendingStop(ctx.db, stop)
      : await deleteSendingStop(ctx.db, ctx.account);
    if (isChanged) await ctx.announce(sendingStopped, { subject: ctx.account, payload: { is_stopped } });
    if (isChanged && !is_stopped)
      for (const mailbox_id of await listSendingOf(ctx.db, ctx.account))
        await sendSoon(ctx, { account: ctx.account, mailbox_id });
    return getSending(ctx);
  });
}
