/* What a mail server's answer means: for the message, for its address, and for the batch as a whole. */
import { suppress } from "#src/features/audience/consent/consent.ts";
import { type openSender, recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type BatchRow, updateConnectionFailures } from "../batch-store.ts";
import { enforceErrorBudget, pauseBatch } from "../circuit-breaker.ts";
import { recordFeedback } from "../feedback/feedback.ts";
import { CONNECTION_FAILURES_MAX, HOST_REFUSALS_MAX, RECONNECT_SECONDS, spread } from "../rules.ts";
import type { LeasedRow } from "./ledger-store.ts";
import { type Outcome, updateHostDueAt } from "./ledger-store.ts";
import { judgeAnswer } from "./verdict.ts";

/** A worker's state while it records outcomes. */
export interface OutcomeContext {
  ctx: Ctx;
  mailbox: { id: string };
  /** Runs `also` in the same transaction. */
  finish(ending: Outcome, also?: (ctx: Ctx) => Promise<unknown>): Promise<void>;
  /** Consecutive temporary refusals, by receiving host. */
  refusals: Map<string, number>;
}

export function toOutcome(row: LeasedRow, ending: Partial<Outcome> & Pick<Outcome, "state">): Outcome {
  const { batch_id, contact_id, refusals } = row;
  const nothing = { reason: null, due_at: null, provider_id: null, outcome: "" };
  return { batch_id, contact_id, refusals, ...nothing, ...ending };
}

type Sender = Awaited<ReturnType<typeof openSender>>;

/** A message with the server's response to its attempt. */
export interface AttemptResult {
  row: LeasedRow;
  batch: BatchRow;
  email: string;
  answer: Awaited<ReturnType<Sender["send"]>>;
}

export async function recordOutcome(loop: OutcomeContext, result: AttemptResult): Promise<void> {
  const { row, batch, email, answer } = result;
  const { ctx, refusals } = loop;
  const key = { user_id: ctx.account, id: batch.id };
  const verdict = judgeAnswer(answer, {
    refusals: row.refusals,
    now: ctx.now(),
    reconnectSeconds: RECONNECT_SECONDS,
    spread: (seconds) => spread(seconds, row.contact_id),
  });
  const { reason, outcome } = verdict;
  const ending = toOutcome(row, verdict);
  if (answer.accepted) {
    await loop.finish(ending);
    refusals.delete(row.host);
    if (batch.connection_failures > 0)
      await updateConnectionFailures(ctx.db, key, { failures: 0, isReset: true });
    batch.connection_failures = 0;
    return;
  }
  const { kind } = answer.failure;
  if (kind === "soft" && !answer.is_uncertain)
    return verdict.due_at === null
      ? giveUp(loop, ending)
      : putOff(loop, row, { ending, until: verdict.due_at });
  await loop.finish(ending);
  if (answer.is_uncertain || kind === "connection") return countFailure(loop, batch, outcome);
  if (reason === null) return;
  if (reason === "hard") {
    const { account } = ctx;
    await suppress(ctx, { account, email, reason: "hard_bounce", note: outcome, campaign_id: batch.id });
    await recordBounce(ctx, { account, id: loop.mailbox.id });
  }
  await enforceErrorBudget(ctx, key, outcome);
}

/** When several connections in a row fail, no single address is at fault. */
async function countFailure({ ctx }: OutcomeContext, batch: BatchRow, outcome: string): Promise<void> {
  const key = { user_id: ctx.account, id: batch.id };
  const failures = await updateConnectionFailures(ctx.db, key, { failures: 1, isReset: false });
  batch.connection_failures = failures;
  if (failures >= CONNECTION_FAILURES_MAX)
    await pauseBatch(ctx, key, `We couldn’t reach the mail server. The last answer: ${outcome}`);
}

/** A host that puts off several in a row has the others wait, too. */
async function putOff(
  { ctx, mailbox, refusals, finish }: OutcomeContext,
  { host }: LeasedRow,
  { ending, until }: { ending: Outcome; until: string },
): Promise<void> {
  await finish(ending);
  const inARow = (refusals.get(host) ?? 0) + 1;
  refusals.set(host, inARow);
  if (inARow < HOST_REFUSALS_MAX) return;
  refusals.delete(host);
  await updateHostDueAt(ctx.db, { account: ctx.account, mailbox_id: mailbox.id, host, until });
}

/** An inbox that has taken nothing so far counts as one that an e-mail came back from (5.9). */
function giveUp({ ctx, finish }: OutcomeContext, ending: Outcome): Promise<void> {
  const message_id = `${ending.batch_id}.${ending.contact_id}`;
  const at = ctx.now().toISOString();
  const about = { account: ctx.account, message_id, kind: "bounced_soft", words: ending.outcome } as const;
  return finish(ending, (ctx) => recordFeedback(ctx, { ...about, at, event_id: `${message_id} ${at}` }));
}
