/* The sending accounts that a campaign goes out through, as they are now. */
import { findOwnMailbox, isReady } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type SenderShare, senderShares } from "./sender-split.ts";

type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

export interface CampaignSender extends SenderShare {
  mailbox: Mailbox;
}

/** Those that the account has, the main one first. What was deleted is left out, and so is what isn't the account's. */
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

/** Whether something may go out through it, now or after a while. */
export const canSend = ({ mailbox }: Pick<CampaignSender, "mailbox">) =>
  mailbox.proven_at !== null && isReady(mailbox);
