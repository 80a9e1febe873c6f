interface Sent {
  mailbox_id: string | null;
  mailbox_share: number;
  more_mailboxes: readonly { mailbox_id: string; share: number }[];
}

/** A sending account of a campaign: its id in the rows, and its share. */
export interface SenderShare {
  via: number;
  mailbox_id: string;
  share: number;
}

/** Returns the sending accounts of a campaign, the main one first. Each once, by its first index. */
export function senderShares({ mailbox_id, mailbox_share, more_mailboxes }: Sent): SenderShare[] {
  const all = [{ mailbox_id, share: mailbox_share }, ...more_mailboxes];
  const first = (id: string) => all.findIndex((one) => one.mailbox_id === id);
  return all.flatMap(({ mailbox_id: id, share }, via) =>
    id !== null && first(id) === via ? [{ via, mailbox_id: id, share }] : [],
  );
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Returns the end of each share from 0 to 1, without the last one's, and the offset of equal steps for
 * recipients who come after `before` others, so that a few late ones don't always get the same account.
 */
export function splitPoints(ways: readonly Pick<SenderShare, "share">[], before: number) {
  const sumOf = (some: typeof ways) => some.reduce((sum, { share }) => sum + share, 0);
  const ends = ways.slice(1).map((_, place) => sumOf(ways.slice(0, place + 1)) / sumOf(ways));
  return { ends, start: (0.5 + before * GOLDEN) % 1 };
}
