/* What a mail server's answer means: for the message, for its address, and for the campaign as a whole. */
import { suppress } from "#src/features/contacts/contacts.ts";
import { noteBounce, type openSender } from "#src/features/mailboxes/mailboxes.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { LeasedRow } from "./lease-store.ts";
import { countConnectionFailures, countRecentRefusals, type Ending, holdHost } from "./ledger-store.ts";
import { haltCampaign } from "./moving.ts";
import {
  CONNECTION_FAILURES_MAX,
  HOST_REFUSALS_MAX,
  RECENT_MESSAGES,
  RECENT_REFUSALS_MAX,
  RECONNECT_SECONDS,
  spread,
  waitAfter,
} from "./rules.ts";
import type { CampaignRow } from "./store.ts";

/** What a worker's loop remembers while it writes down outcomes. */
export interface Notebook {
  ctx: Ctx;
  mailbox: { id: string };
  finish(ending: Ending): Promise<void>;
  /** Temporary refusals in a row, by receiving host. */
  refusals: Map<string, number>;
}

export function endingOf(row: LeasedRow, ending: Partial<Ending> & Pick<Ending, "state">): Ending {
  const { campaign_id, contact_id, refusals } = row;
  const nothing = { reason: null, due_at: null, provider_id: null, outcome: "" };
  return { campaign_id, contact_id, refusals, ...nothing, ...ending };
}

type Sender = Awaited<ReturnType<typeof openSender>>;

interface Answered {
  row: LeasedRow;
  campaign: CampaignRow;
  email: string;
  answer: Awaited<ReturnType<Sender["send"]>>;
}

export async function note(loop: Notebook, { row, campaign, email, answer }: Answered): Promise<void> {
  const { ctx, refusals } = loop;
  const now = ctx.now();
  const key = { user_id: ctx.account, id: campaign.id };
  if (answer.accepted) {
    const { outcome } = answer;
    // What comes back to Gmail names the conversation, and a new Message-ID of Gmail's.
    const provider_id = answer.thread_id ?? answer.provider_id;
    await loop.finish(endingOf(row, { state: "handed_over", provider_id, outcome }));
    refusals.delete(row.host);
    if (campaign.connection_failures > 0)
      await countConnectionFailures(ctx.db, key, { failures: 0, isReset: true });
    campaign.connection_failures = 0;
    return;
  }
  const { kind, words: outcome } = answer.failure;
  if (answer.is_uncertain) {
    await loop.finish(endingOf(row, { state: "uncertain", outcome }));
    return countFailure(loop, campaign, outcome);
  }
  if (kind === "hard" || kind === "policy") {
    await loop.finish(endingOf(row, { state: "failed", reason: kind, outcome }));
    if (kind === "hard") {
      await suppress(ctx, {
        ...{ account: ctx.account, email, reason: "hard_bounce", note: outcome },
        campaign_id: campaign.id,
      });
      await noteBounce(ctx, { account: ctx.account, id: loop.mailbox.id });
    }
    if ((await countRecentRefusals(ctx.db, key, RECENT_MESSAGES)) >= RECENT_REFUSALS_MAX)
      await haltCampaign(ctx, key, `Too many addresses were refused. The last answer: ${outcome}`);
    return;
  }
  if (kind === "soft") return putOff(loop, row, outcome);
  // The account or its server is the trouble, not this message: it waits and loses nothing.
  await loop.finish(endingOf(row, { state: "pending", due_at: addSeconds(now, RECONNECT_SECONDS), outcome }));
  if (kind === "connection") await countFailure(loop, campaign, outcome);
}

/** Nobody's address is the trouble when answers fail to come, one after the other. */
async function countFailure({ ctx }: Notebook, campaign: CampaignRow, outcome: string): Promise<void> {
  const key = { user_id: ctx.account, id: campaign.id };
  const failures = await countConnectionFailures(ctx.db, key, { failures: 1, isReset: false });
  campaign.connection_failures = failures;
  if (failures >= CONNECTION_FAILURES_MAX)
    await haltCampaign(ctx, key, `We couldn’t reach the mail server. The last answer: ${outcome}`);
}

async function putOff(
  { ctx, mailbox, refusals, finish }: Notebook,
  row: LeasedRow,
  outcome: string,
): Promise<void> {
  const tries = row.refusals + 1;
  const seconds = waitAfter(tries);
  if (seconds === undefined)
    return finish(endingOf(row, { state: "failed", reason: "soft", refusals: tries, outcome }));
  const due_at = addSeconds(ctx.now(), spread(seconds, row.contact_id));
  await finish(endingOf(row, { state: "pending", refusals: tries, due_at, outcome }));
  const inARow = (refusals.get(row.host) ?? 0) + 1;
  refusals.set(row.host, inARow);
  if (inARow < HOST_REFUSALS_MAX) return;
  refusals.delete(row.host);
  await holdHost(ctx.db, { account: ctx.account, mailbox_id: mailbox.id, host: row.host, until: due_at });
}
