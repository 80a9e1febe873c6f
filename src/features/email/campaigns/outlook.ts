/* Predicts when a running campaign continues and how long it takes, as far as limits and waits tell. */

import { listWaits, type WaitRow } from "#src/features/email/delivery/progress-store.ts";
import {
  findOwnMailbox,
  nextSendAt,
  planSends,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Outlook } from "./contract.ts";
import { campaignSenders } from "./sender-shares.ts";
import type { CampaignRow } from "./store.ts";

const LIMIT = "Your sending account has reached its limit.";
const NEW_ACCOUNT = "New accounts send a limited number of e-mails a day.";
const LATER = "What’s left waits for its time or another try.";

/** Null unless it's going out and something waits. */
export async function outlookOf(ctx: Ctx, row: CampaignRow): Promise<Outlook | null> {
  if (row.state !== "sending") return null;
  const waits = await listWaits(ctx.db, { user_id: ctx.account, id: row.id });
  if (waits.length === 0) return null;
  const byVia = new Map(waits.map((one) => [one.via, one]));
  const parts = [];
  for (const { via, mailbox_id } of campaignSenders(row)) {
    const [wait, mailbox] = [byVia.get(via), await findOwnMailbox(ctx, mailbox_id)];
    if (wait && mailbox) parts.push({ wait, row: mailbox, count: wait.count });
  }
  if (parts.length === 0) return null;
  const { days } = await planSends(ctx, parts);
  const next = await Promise.all(parts.map((part) => nextOf(ctx, part)));
  const [first] = next.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const isLater = first !== undefined && first.at > ctx.now().toISOString();
  return { goes_on_at: isLater ? first.at : null, why: isLater ? first.why : "", days };
}

async function nextOf(ctx: Ctx, { wait, row }: { wait: WaitRow; row: Parameters<typeof nextSendAt>[1] }) {
  const room = await nextSendAt(ctx, row);
  if (room && room.at > wait.due_at) return { at: room.at, why: room.isNewAccount ? NEW_ACCOUNT : LIMIT };
  return { at: wait.due_at, why: LATER };
}
