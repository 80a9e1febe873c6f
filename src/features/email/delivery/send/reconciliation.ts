/*
 * Reconciliation: asks a sending account what became of e-mail whose response got lost (5.10.1). Only Gmail
 * supports it, and only if its owner lets us read. Messages that never went out are distinguished, so that
 * they can be retried safely.
 */
import * as z from "zod";
import {
  findOwnMailbox,
  findSentAtGmail,
  GmailError,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addDays } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { RELEASED } from "../rules.ts";
import {
  listReconcilableSenders,
  listUncertain,
  type UncertainRow,
  updateUncertain,
} from "./reconciliation-store.ts";

const oneMailbox = z.object({ account: z.string(), mailbox_id: z.string() });

/** The next round is soon, so a failed one isn't retried. */
export const reconcileJob: JobType<z.output<typeof oneMailbox>> = {
  name: "delivery.look-up",
  class: "calls",
  data: oneMailbox,
  retries: 0,
};

/** A search finds new e-mail after a moment, and all of it after a while. */
const FIRST_LOOK_MS = 3 * 60_000;
const LAST_LOOK_MS = 60 * 60_000;
const LOOK_UP_DAYS = 30;
const LOOKED_UP_AT_ONCE = 100;
/** A round has to end before its job's time limit. */
const ROUND_MS_MAX = 40_000;
/** The attempt began before its end was recorded, and clocks differ. */
const BEFORE_MS = 15 * 60_000;

function timesAt(now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const since = addDays(now, -LOOK_UP_DAYS);
  return { first: before(FIRST_LOOK_MS), last: before(LAST_LOOK_MS), now: before(0), since };
}

/** Starts a round for every sending account that supports it. */
export async function enqueueReconciliation(platform: Platform): Promise<void> {
  for (const mailbox of await listReconcilableSenders(platform.db, timesAt(platform.now())))
    await platform.enqueue(reconcileJob, mailbox, { key: `${mailbox.account} ${mailbox.mailbox_id}` });
}

export async function reconcileUncertain(
  platform: Platform,
  { account, mailbox_id }: z.output<typeof oneMailbox>,
): Promise<void> {
  const ctx = systemCtx(platform, { job: reconcileJob.name, account });
  const mailbox = await findOwnMailbox(ctx, mailbox_id);
  if (mailbox?.kind !== "gmail" || !mailbox.reads_replies) return;
  const until = performance.now() + ROUND_MS_MAX;
  const asked = { account, mailbox_id, ...timesAt(ctx.now()), rows: LOOKED_UP_AT_ONCE };
  try {
    for (const row of await listUncertain(ctx.db, asked)) {
      if (ctx.abortSignal.aborted || performance.now() > until) return;
      await updateUncertain(ctx.db, account, { row, ...(await changesAfter(ctx, mailbox, row)) });
    }
  } catch (error) {
    if (!(error instanceof GmailError)) throw error;
    ctx.log.info({ err: error, mailbox_id }, "what's uncertain wasn't looked up");
  }
}

type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

async function changesAfter(
  ctx: Ctx,
  mailbox: Mailbox,
  { batch_id, contact_id, tried_at, email }: UncertainRow,
): Promise<Omit<Parameters<typeof updateUncertain>[2], "row">> {
  const now = ctx.now();
  const looked_up_at = now.toISOString();
  if (email === null || !wasIts(mailbox, tried_at)) return { looked_up_at };
  const found = await findSentAtGmail(ctx, mailbox, {
    to: email,
    message_id: `${batch_id}.${contact_id}`,
    feedback_id: `${batch_id}:`,
    since: new Date(Date.parse(tried_at) - BEFORE_MS),
  });
  if (found.state === "found") {
    const { thread_id: provider_id, sent_at: handed_over_at } = found;
    const outcome = "Found in Gmail’s sent mail";
    return { ...RELEASED, looked_up_at, state: "handed_over", provider_id, handed_over_at, outcome };
  }
  const isSure = found.state === "absent" && now.getTime() - Date.parse(tried_at) >= LAST_LOOK_MS;
  if (!isSure) return { looked_up_at };
  return { ...RELEASED, looked_up_at, state: "failed", reason: "unsent", outcome: "" };
}

/**
 * Messages sent through another Google account aren't among this one's. A worker keeps using the last one for
 * a while.
 */
function wasIts({ google_since }: Mailbox, tried_at: string): boolean {
  return google_since === null || Date.parse(google_since) + BEFORE_MS < Date.parse(tried_at);
}
