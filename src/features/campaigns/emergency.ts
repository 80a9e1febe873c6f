/* The emergency stop: everything that an account sends, at once and on every node. */
import { actorId } from "#src/features/background/background.ts";
import { requireWholeAccount } from "#src/features/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { CAMPAIGN_ERRORS } from "./contract.ts";
import { sendingStopped } from "./events.ts";
import { sendSoon } from "./sending.ts";
import { SENDING } from "./settings.ts";
import {
  deleteSendingStop,
  findSendingStop,
  insertSendingStop,
  listSendingOf,
  type SendingStop,
} from "./store.ts";

export async function getSending(ctx: Ctx) {
  requireWholeAccount(ctx);
  const is_stopped_for_all = !ctx.settings.get(SENDING);
  const stop = await findSendingStop(ctx.db, ctx.account);
  return {
    stopped_at: stop?.stopped_at ?? null,
    staff_reason: stop?.staff_reason ?? null,
    is_stopped_for_all,
  };
}

/** Throws while the account's sending is stopped, or the whole instance's. */
export async function requireSendingAllowed(ctx: Ctx): Promise<void> {
  if (!ctx.settings.get(SENDING))
    throw failure(CAMPAIGN_ERRORS, "SENDING_STOPPED", { message: STOPPED_FOR_ALL });
  const stop = await findSendingStop(ctx.db, ctx.account);
  if (stop) throw failure(CAMPAIGN_ERRORS, "SENDING_STOPPED", messageOf(stop));
}

/** Whoever stopped it says how it goes on. */
const messageOf = ({ staff_reason }: SendingStop) =>
  staff_reason === null
    ? undefined
    : { message: `Whoever runs this site has stopped your sending: ${staff_reason}` };

const STOPPED_FOR_ALL =
  "Whoever runs this site has stopped all sending for now. Nothing is lost: try again later.";

/** Stops everything that the account sends, at once and on every node, or allows it again. */
export async function stopSending(ctx: Ctx, { is_stopped }: { is_stopped: boolean }) {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const stop = await findSendingStop(ctx.db, ctx.account);
    // What staff stopped, only staff allow again.
    if (!is_stopped && stop?.staff_reason != null)
      throw failure(CAMPAIGN_ERRORS, "SENDING_STOPPED", messageOf(stop));
    if (is_stopped) await stopAccount(ctx, { account: ctx.account, by: actorId(ctx) ?? "", reason: null });
    else await allowAccount(ctx, ctx.account);
    return getSending(ctx);
  });
}

/** In the transaction that decides it. A reason is staff's, and wins over a stop of the account's own. */
export async function stopAccount(
  ctx: Platform,
  { account, by, reason }: { account: string; by: string; reason: string | null },
): Promise<void> {
  if (reason !== null) await deleteSendingStop(ctx.db, account);
  const stopped_at = ctx.now().toISOString();
  const stop = { user_id: account, stopped_by: by, stopped_at, staff_reason: reason };
  if (await insertSendingStop(ctx.db, stop))
    await ctx.announce(sendingStopped, { account, subject: account, payload: { is_stopped: true } });
}

/** What waits goes on. */
export async function allowAccount(ctx: Platform, account: string): Promise<void> {
  if (!(await deleteSendingStop(ctx.db, account))) return;
  await ctx.announce(sendingStopped, { account, subject: account, payload: { is_stopped: false } });
  for (const mailbox_id of await listSendingOf(ctx.db, account)) await sendSoon(ctx, { account, mailbox_id });
}
