/* The emergency stop: everything that an account sends, at once and on every node. */
import {
  deleteSendingStop,
  findSendingStops,
  insertSendingStop,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { SENDING } from "#src/features/email/sending-accounts/settings.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { actorId, type Ctx, type Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { listSendingMailboxes } from "./batch-store.ts";
import { sendingStopped } from "./events.ts";
import { enqueueSend } from "./send/send.ts";

export async function getSending(ctx: Ctx) {
  requireWholeAccount(ctx);
  const is_stopped_for_all = !ctx.settings.get(SENDING);
  const { own, staff } = await findSendingStops(ctx.db, ctx.account);
  const [stopped_at = null] = [own, staff].flatMap((stop) => stop?.stopped_at ?? []).sort();
  return { stopped_at, staff_reason: staff?.staff_reason ?? null, is_stopped_for_all };
}

/** Sets or lifts the account's own stop, at once and on every node. A stop by staff stays. */
export async function stopSending(ctx: Ctx, { is_stopped }: { is_stopped: boolean }) {
  requireWholeAccount(ctx);
  const { account } = ctx;
  return ctx.write(async (ctx) => {
    const by = actorId(ctx) ?? "";
    if (is_stopped) await stopAccount(ctx, { account, by, staff_reason: null });
    else await allowAccount(ctx, { account, by_staff: false });
    return getSending(ctx);
  });
}

interface Stop {
  account: string;
  by: string;
  /** Null if the account's own team stops it. */
  staff_reason: string | null;
}

/** Runs in the transaction of the decision. */
export async function stopAccount(
  ctx: Platform,
  { account, by: stopped_by, staff_reason }: Stop,
): Promise<void> {
  // The effect depends on both stops, so they change one at a time.
  await takeAdvisoryLock(ctx.db, "sending", account);
  const { own, staff } = await findSendingStops(ctx.db, account);
  const stopped_at = ctx.now().toISOString();
  const by_staff = staff_reason !== null;
  await insertSendingStop(ctx.db, { user_id: account, by_staff, stopped_by, stopped_at, staff_reason });
  if (!own && !staff)
    await ctx.announce(sendingStopped, { account, subject: account, payload: { is_stopped: true } });
}

/** Lifts the team's stop or the staff's. Waiting messages continue unless the other one is still set. */
export async function allowAccount(
  ctx: Platform,
  { account, by_staff }: { account: string; by_staff: boolean },
): Promise<void> {
  await takeAdvisoryLock(ctx.db, "sending", account);
  if (!(await deleteSendingStop(ctx.db, { user_id: account, by_staff }))) return;
  const { own, staff } = await findSendingStops(ctx.db, account);
  if (own || staff) return;
  await ctx.announce(sendingStopped, { account, subject: account, payload: { is_stopped: false } });
  for (const mailbox of await listSendingMailboxes(ctx.db, account)) await enqueueSend(ctx, mailbox);
}
