/* The sending accounts that a campaign goes out through, as they are now. */
import { findOwnMailbox, isReady } from "#src/features/mailboxes/mailboxes.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type Way, waysOf } from "./way-rules.ts";

type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

export interface OwnWay extends Way {
  mailbox: Mailbox;
}

/** Those that the account has, the main one first. What was deleted is left out, and so is what isn't the account's. */
export async function findWays(ctx: Ctx, row: Parameters<typeof waysOf>[0]): Promise<OwnWay[]> {
  const found = waysOf(row).map(async (way) => {
    const mailbox = await findOwnMailbox(ctx, way.mailbox_id);
    return mailbox ? [{ ...way, mailbox }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Whether something may go out through it, now or after a while. */
export const canSend = ({ mailbox }: Pick<OwnWay, "mailbox">) =>
  mailbox.proven_at !== null && isReady(mailbox);
