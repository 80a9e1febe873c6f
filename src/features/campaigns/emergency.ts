/* The emergency stop: everything that an account sends, at once and on every node. */
import { actorId } from "#src/features/background/background.ts";
import { requireWholeAccount } from "#src/features/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { CAMPAIGN_ERRORS } from "./contract.ts";
import { sendingStopped } from "./events.ts";
import { sendSoon } from "./sending.ts";
import { SENDING } from "./settings.ts";
import { deleteSendingStop, findSendingStop, insertSendingStop, listSendingOf } from "./store.ts";

export async function getSending(ctx: Ctx) {
  requireWholeAccount(ctx);
  const is_stopped_for_all = !ctx.settings.get(SENDING);
  return { stopped_at: await findSendingStop(ctx.db, ctx.account), is_stopped_for_all };
}

/** Throws while the account's sending is stopped, or the whole instance's. */
export async function requireSendingAllowed(ctx: Ctx): Promise<void> {
  if (!ctx.settings.get(SENDING))
    throw failure(CAMPAIGN_ERRORS, "SENDING_STOPPED", { message: STOPPED_FOR_ALL });
  if ((await findSendingStop(ctx.db, ctx.account)) !== null)
    throw failure(CAMPAIGN_ERRORS, "SENDING_STOPPED");
}

const STOPPED_FOR_ALL =
  "Whoever runs this site has stopped all sending for now. Nothing is lost: try again later.";

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
