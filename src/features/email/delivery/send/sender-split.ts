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

/** Those that recipients are shared out among. The others only send the versions that name them. */
export const isShared = ({ share }: Pick<SenderShare, "share">) => share > 0;

/** For each version of a test, the index of its own sending account. Null for those that go out as the batch does. */
export function versionSenders(
  mailbox_ids: readonly string[],
  versions: readonly { mailbox_id?: string | null | undefined }[],
): (number | null)[] {
  return versions.map(({ mailbox_id }) => (mailbox_id ? Math.max(0, mailbox_ids.indexOf(mailbox_id)) : null));
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
