/* Converts campaigns to their form in the API: a row with its figures and labels. */

import {
  countProgress,
  listWaits,
  type ProgressCounts,
  type WaitRow,
} from "#src/features/email/delivery/delivery.ts";
import { countBatches, countTotals, figuresOf } from "#src/features/email/delivery/metrics/metrics.ts";
import type { Counts, Times } from "#src/features/email/delivery/metrics-contract.ts";
import { FAIL_REASONS, SKIP_REASONS, type SkipReason } from "#src/features/email/delivery/rules.ts";
import {
  findOwnMailbox,
  nextSendAt,
  planSends,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Campaign, CampaignSummary, Outlook, Progress } from "./contract.ts";
import { campaignSenders } from "./preflight/preflight.ts";
import type { CampaignRow, ListedCampaign } from "./store.ts";

export async function toCampaign(ctx: Ctx, row: CampaignRow): Promise<Campaign> {
  const [summary] = await toSummaries(ctx, [row]);
  return {
    ...(summary as CampaignSummary),
    html: row.html,
    blocks: row.blocks,
    outlook: await outlookOf(ctx, row),
  };
}

export async function toSummaries(ctx: Ctx, rows: ListedCampaign[]): Promise<CampaignSummary[]> {
  const ids = rows.filter(({ started_at }) => started_at !== null).map(({ id }) => id);
  const asked = { account: ctx.account, ids, now: ctx.now() };
  const shared = rows.filter(({ tracking }) => tracking === "totals").map(({ id }) => id);
  const [progress, counts, totals] = await Promise.all([
    ids.length === 0 ? new Map<string, ProgressCounts>() : countProgress(ctx.db, asked),
    ids.length === 0 ? new Map<string, Counts>() : countBatches(ctx.db, asked),
    shared.length === 0 ? new Map<string, Times>() : countTotals(ctx.db, { ...asked, ids: shared }),
  ]);
  return rows.map((row) => ({
    ...pick(row),
    left_out: toLeftOut(row.left_out),
    figures: {
      ...figuresOf(counts.get(row.id)),
      ...progressOf(progress.get(row.id)),
      recipients: row.recipients,
      totals: row.tracking === "totals" ? (totals.get(row.id) ?? NO_TIMES) : null,
    },
  }));
}

function pick(row: ListedCampaign) {
  const { id, name, state, state_reason, state_at, mailbox_id, from_name, template_id, subject } = row;
  const { audience, tracking, scheduled_at, created_at, updated_at, started_at, ended_at } = row;
  const { local_time, time_zone, series_id, resend_of, checked } = row;
  const { archive_profile_id, late_recipients, topic, mailbox_share, more_mailboxes } = row;
  const { mode, preheader, theme, attachments } = row;
  return {
    id,
    name,
    state,
    state_reason,
    state_at,
    mailbox_id,
    from_name,
    mode,
    template_id,
    subject,
    preheader,
    theme,
    attachments,
    local_time,
    time_zone,
    series_id,
    resend_of,
    checked,
    archive_profile_id,
    late_recipients,
    mailbox_share,
    more_mailboxes,
    audience,
    topic,
    tracking,
    scheduled_at,
    created_at,
    updated_at,
    started_at,
    ended_at,
  };
}

const NO_TIMES: Times = { opens: 0, machine_opens: 0, clicks: 0, machine_clicks: 0 };

function progressOf(counts: ProgressCounts | undefined): Progress {
  if (!counts)
    return { waiting: 0, late: 0, uncertain: 0, failed: 0, failures: [], skipped: 0, per_minute: 0 };
  const { reasons, ...progress } = counts;
  return { ...progress, failures: counted(reasons, FAIL_REASONS) };
}

export const toLeftOut = (counts: Partial<Record<SkipReason, number>>) => counted(counts, SKIP_REASONS);

function counted<Reason extends string>(
  counts: Partial<Record<Reason, number>>,
  words: Readonly<Record<Reason, string>>,
) {
  return (Object.entries(counts) as [Reason, number][])
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, words: words[reason], count }));
}

const LIMIT = "Your sending account has reached its limit.";
const NEW_ACCOUNT = "New accounts send a limited number of e-mails a day.";
const LATER = "What’s left waits for its time or another try.";

/** Null unless it's going out and something waits. */
async function outlookOf(ctx: Ctx, row: CampaignRow): Promise<Outlook | null> {
  if (row.state !== "sending") return null;
  const waits = await listWaits(ctx.db, { user_id: ctx.account, id: row.id });
  if (waits.length === 0) return null;
  const byIndex = new Map(waits.map((one) => [one.sender_index, one]));
  const parts = [];
  for (const { sender_index, mailbox_id } of campaignSenders(row)) {
    const [wait, mailbox] = [byIndex.get(sender_index), await findOwnMailbox(ctx, mailbox_id)];
    if (wait && mailbox) parts.push({ wait, row: mailbox, count: wait.count });
  }
  if (parts.length === 0) return null;
  const { days } = await planSends(ctx, parts);
  const next = await Promise.all(parts.map((part) => nextOf(ctx, part)));
  const [first] = next.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const isLater = first !== undefined && first.at > ctx.now().toISOString();
  return { goes_on_at: isLater ? first.at : null, why: isLater ? first.why : "", days };
}

async function nextOf(ctx: Ctx, { wait, row }: { wait: WaitRow; row: Parameters<typeof nextSendAt>[1] }) {
  const room = await nextSendAt(ctx, row);
  if (room && room.at > wait.due_at) return { at: room.at, why: room.isNewAccount ? NEW_ACCOUNT : LIMIT };
  return { at: wait.due_at, why: LATER };
}
