import type { SenderShare } from "#src/features/email/delivery/send/sender-split.ts";
import type { CampaignRow } from "./store.ts";

type Senders = Pick<CampaignRow, "mailbox_id" | "mailbox_share" | "more_mailboxes">;

/** The sending accounts that a campaign is to go out through, the main one first. Each once, by its first place. */
export function campaignSenders({ mailbox_id, mailbox_share, more_mailboxes }: Senders): SenderShare[] {
  const all = [{ mailbox_id, share: mailbox_share }, ...more_mailboxes];
  const ids = all.map((one) => one.mailbox_id);
  const named = all.flatMap(({ mailbox_id: id, share }, place) =>
    id !== null && ids.indexOf(id) === place ? [{ mailbox_id: id, share }] : [],
  );
  return named.map((one, via) => ({ via, ...one }));
}
