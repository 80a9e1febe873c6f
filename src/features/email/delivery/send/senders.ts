/* A campaign's sending accounts in their current state. */
import { findOwnMailbox, isReady } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type SenderShare, senderShares } from "./sender-split.ts";

type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

export interface CampaignSender extends SenderShare {
  mailbox: Mailbox;
}

/** Returns the account's own ones, the main one first. Deleted and foreign ones are left out. */
export async function loadSenders(
  ctx: Ctx,
  row: Parameters<typeof senderShares>[0],
): Promise<CampaignSender[]> {
  const found = senderShares(row).map(async (way) => {
    const mailbox = await findOwnMailbox(ctx, way.mailbox_id);
    return mailbox ? [{ ...way, mailbox }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** True if it can send, now or after a while. */
export const canSend = ({ mailbox }: Pick<CampaignSender, "mailbox">) =>
  mailbox.proven_at !== null && isReady(mailbox);
