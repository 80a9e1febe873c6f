/* The sending accounts that e-mail goes out through, as they are now. */
import { findOwnMailbox, isReady } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { SenderShare } from "./sender-split.ts";

type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

export interface BatchSender extends SenderShare {
  mailbox: Mailbox;
}

/** Returns the account's own ones, the main one first. Deleted and foreign ones are left out. */
export async function loadSenders(ctx: Ctx, shares: readonly SenderShare[]): Promise<BatchSender[]> {
  const found = shares.map(async (way) => {
    const mailbox = await findOwnMailbox(ctx, way.mailbox_id);
    return mailbox ? [{ ...way, mailbox }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** True if it can send, now or after a while. */
export const canSend = ({ mailbox }: Pick<BatchSender, "mailbox">) =>
  mailbox.proven_at !== null && isReady(mailbox);
