/* Pausing one receiver while the rest goes on: by hand, and by a rule that watches what receivers do. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { receiverName } from "#src/features/email/sending-accounts/limits/provider-throttle-rules.ts";
import {
  listPausesOf,
  pauseReceiver as pause,
  requireMailbox,
  resumeReceiver as resume,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { receiverPaused, receiverResumed } from "../events.ts";
import type { PausedReceiver, receiversEndpoints } from "./receivers-contract.ts";
import { pauseReason, type ReceiverFigures, RULE_HOURS } from "./receivers-rules.ts";
import { listHostFigures, listWaiting } from "./receivers-store.ts";

type Inputs = InferContractRouterInputs<typeof receiversEndpoints>;

export async function listPausedReceivers(ctx: Ctx): Promise<{ items: PausedReceiver[] }> {
  requireWholeAccount(ctx);
  const pauses = (await listPausesOf(ctx.db, ctx.account)).filter(({ paused_at }) => paused_at !== null);
  const waiting = pauses.length > 0 ? await listWaiting(ctx.db, ctx.account) : [];
  const items = pauses.map(({ mailbox_id, address, receiver, pause_reason, paused_at }) => ({
    mailbox_id,
    address,
    receiver,
    why: pause_reason ?? ("hand" as const),
    paused_at: paused_at ?? "",
    waiting: waiting
      .filter((row) => row.mailbox_id === mailbox_id && receiverName(row.host) === receiver)
      .reduce((sum, row) => sum + row.waiting, 0),
  }));
  return { items };
}

export async function pauseReceiver(ctx: Ctx, { id: mailboxId, host }: Inputs["pauseReceiver"]) {
  const { id } = await requireMailbox(ctx, mailboxId);
  const receiver = receiverName(host);
  await ctx.write(async (ctx) => {
    if (await pause(ctx, { account: ctx.account, id }, { receiver, why: "hand" }))
      await ctx.announce(receiverPaused, { subject: id, payload: { receiver, why: "hand" } });
  });
  return { receiver };
}

export async function resumeReceiver(ctx: Ctx, { id: mailboxId, host }: Inputs["resumeReceiver"]) {
  const { id } = await requireMailbox(ctx, mailboxId);
  const receiver = receiverName(host);
  await ctx.write(async (ctx) => {
    if (await resume(ctx, { account: ctx.account, id }, receiver))
      await ctx.announce(receiverResumed, { subject: id, payload: { receiver } });
  });
  return { receiver };
}

interface Judged extends ReceiverFigures {
  account: string;
  mailbox_id: string;
  receiver: string;
}

/** The rule: e-mail to a receiver that puts off or reports too much of it waits until somebody has looked. */
export async function guardReceivers(platform: Platform): Promise<void> {
  const since = addHours(platform.now(), -RULE_HOURS);
  const judged = new Map<string, Judged>();
  for (const { user_id: account, mailbox_id, host, ...figures } of await listHostFigures(
    platform.db,
    since,
  )) {
    const receiver = receiverName(host);
    const key = `${account} ${mailbox_id} ${receiver}`;
    const { attempted, deferred, complained } = judged.get(key) ?? NOTHING;
    judged.set(key, {
      account,
      mailbox_id,
      receiver,
      attempted: attempted + figures.attempted,
      deferred: deferred + figures.deferred,
      complained: complained + figures.complained,
    });
  }
  for (const one of judged.values()) await pauseIfNeeded(platform, one, since);
}

const NOTHING: ReceiverFigures = { attempted: 0, deferred: 0, complained: 0 };

async function pauseIfNeeded(platform: Platform, judged: Judged, since: string): Promise<void> {
  const why = pauseReason(judged);
  if (!why) return;
  const { account, mailbox_id, receiver } = judged;
  const ctx = systemCtx(platform, { job: "deliverability.guard-receivers", account });
  const known = (await listPausesOf(ctx.db, account)).find(
    (row) => row.mailbox_id === mailbox_id && row.receiver === receiver,
  );
  // Whoever has resumed it knows, and what the rule would judge is from before that.
  if (known?.resumed_at && known.resumed_at >= since) return;
  await ctx.write(async (ctx) => {
    if (await pause(ctx, { account, id: mailbox_id }, { receiver, why }))
      await ctx.announce(receiverPaused, { subject: mailbox_id, payload: { receiver, why } });
  });
}
