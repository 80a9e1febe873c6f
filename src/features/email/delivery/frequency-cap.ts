/* The maximum number of e-mails that one fan may get from an account, across its batches. */
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Ctx } from "#src/platform/context.ts";
import { listSendingMailboxes } from "./batch-store.ts";
import { sendingCapped } from "./events.ts";
import { findMailCap, type MailCap, upsertMailCap } from "./frequency-cap-store.ts";
import { updateCappedAsDue } from "./send/ledger-store.ts";
import { enqueueSend } from "./send/send.ts";

export async function getMailCap(ctx: Ctx): Promise<MailCap> {
  requireWholeAccount(ctx);
  return findMailCap(ctx.db, ctx.account);
}

/** Messages that wait because of the old cap are checked again. */
export async function setMailCap(ctx: Ctx, { per_day, per_week }: MailCap): Promise<MailCap> {
  const before = await getMailCap(ctx);
  if (before.per_day === per_day && before.per_week === per_week) return before;
  return ctx.write(async (ctx) => {
    await upsertMailCap(ctx.db, ctx.account, { per_day, per_week });
    await updateCappedAsDue(ctx.db, ctx.account, ctx.now().toISOString());
    for (const mailbox of await listSendingMailboxes(ctx.db, ctx.account)) await enqueueSend(ctx, mailbox);
    await ctx.announce(sendingCapped, { subject: ctx.account, payload: { per_day, per_week } });
    return { per_day, per_week };
  });
}
