/* One hand-over: the e-mail is written for its recipient and given to the sending account's server. */
import { unsubscribePath } from "#src/features/contacts/contacts.ts";
import { mergeContactOf } from "#src/features/contacts/rules.ts";
import { ContentError } from "#src/features/templates/render.ts";
import { type Written, writeFor } from "./composing.ts";
import { within } from "./deadline.ts";
import { filesWith } from "./going-along.ts";
import { bulkHeaders } from "./headers.ts";
import type { LeasedRow } from "./lease-store.ts";
import type { Begun } from "./ledger-store.ts";
import type { Loop } from "./loop.ts";
import { type Answered, endingOf } from "./noting.ts";
import { HAND_OVER_MS_MAX } from "./rules.ts";
import { shareTime } from "./slowness.ts";
import type { Snapshot } from "./snapshot.ts";
import type { CampaignRow } from "./store.ts";

interface Beginning {
  campaign: CampaignRow;
  snapshot: Snapshot;
  begun: Begun;
}

/** Nothing if there was nothing to hand over. */
export async function handOver(
  loop: Loop,
  row: LeasedRow,
  { campaign, snapshot, begun }: Beginning,
): Promise<Answered | undefined> {
  const { ctx, sender, mailbox } = loop;
  const contact = mergeContactOf(begun.contact);
  const { id: contact_id, email } = contact;
  const about = { account: ctx.account, contact_id, email, campaign_id: campaign.id };
  const unsubscribe_url = ctx.instance.publicUrl + unsubscribePath(ctx, about);
  const name = campaign.from_name || snapshot.from_name || mailbox.from_name;
  const { tracking } = campaign;
  let written: Omit<Written, "ms"> & { attachments: Awaited<ReturnType<typeof filesWith>> };
  try {
    const sentBy = { name, postal_address: snapshot.postal_address };
    const recipient = { account: ctx.account, campaign_id: campaign.id, contact, unsubscribe_url };
    const { ms, ...own } = await writeFor(ctx, snapshot, { ...recipient, sender: sentBy, tracking });
    await shareTime(loop, campaign, ms);
    written = { ...own, attachments: await filesWith(ctx, snapshot) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    await loop.finish(endingOf(row, { state: "failed", reason: "content", outcome: error.message }));
    return undefined;
  }
  const sent = sender.send({
    id: messageId(row),
    from_name: name,
    to: contact.email,
    ...written,
    headers: bulkHeaders(ctx, { campaign, mailbox, unsubscribe_url, name }),
  });
  const answer = await within(HAND_OVER_MS_MAX, sent, TOO_SLOW);
  // Its connection isn't free yet, so the next messages get others.
  if (answer === TOO_SLOW) loop.until = 0;
  return { row, campaign, email: contact.email, answer };
}

/** A server may say something every minute and never finish. */
const TOO_SLOW: Answered["answer"] = {
  ...{ accepted: false, is_uncertain: true },
  failure: { kind: "connection", words: "The mail server took too long" },
};

/** The same however often it's tried, so that the recipient's server can recognize it. */
function messageId({ campaign_id, contact_id }: LeasedRow): string {
  return `${campaign_id}.${contact_id}`;
}
