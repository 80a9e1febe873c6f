/** A sending account of a batch: its id in the rows, and its share. */
export interface SenderShare {
  sender_index: number;
  mailbox_id: string;
  share: number;
}

/** The sending accounts that a batch goes out through, the main one first. */
export function senderShares({
  mailbox_ids,
  shares,
}: {
  mailbox_ids: string[];
  shares: number[];
}): SenderShare[] {
  return mailbox_ids.map((mailbox_id, sender_index) => ({
    sender_index,
    mailbox_id,
    share: shares[sender_index] ?? 1,
  }));
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
