/* What a mail server's answer means for a batch as a whole, and for the address. */
import { suppress } from "#src/features/audience/consent/consent.ts";
import { recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type BatchRow, updateConnectionFailures } from "../batch-store.ts";
import { enforceErrorBudget, pauseBatch } from "../circuit-breaker.ts";
import { recordFeedback } from "../feedback/feedback.ts";
import type { Answered, SendRun } from "../ledger.ts";
import { CONNECTION_FAILURES_MAX, HOST_REFUSALS_MAX, type Outcome } from "../rules.ts";
import { type LeasedRow, updateHostDueAt } from "./ledger-store.ts";

/** What a run of a worker keeps between outcomes. */
export interface OutcomeContext {
  run: SendRun;
  batches: Map<string, BatchRow>;
  /** Consecutive temporary refusals, by receiving host. */
  refusals: Map<string, number>;
}

/** An inbox that has taken nothing so far counts as one that an e-mail came back from (5.9). */
export function feedbackAlong({ row, answer }: Answered<LeasedRow>, { due_at, outcome: words }: Outcome) {
  const isFinal =
    !answer.accepted && !answer.is_uncertain && answer.failure.kind === "soft" && due_at === null;
  if (!isFinal) return undefined;
  const message_id = `${row.batch_id}.${row.contact_id}`;
  return (ctx: Ctx) => {
    const at = ctx.now().toISOString();
    const about = { account: ctx.account, message_id, kind: "bounced_soft", words, at } as const;
    return recordFeedback(ctx, { ...about, event_id: `${message_id} ${at}` });
  };
}

export async function afterOutcome(
  open: OutcomeContext,
  { row, email, answer }: Answered<LeasedRow>,
  { reason, outcome, due_at }: Outcome,
): Promise<void> {
  const { run, refusals } = open;
  const { ctx, mailbox } = run;
  const batch = open.batches.get(row.batch_id);
  if (!batch) return;
  const { account } = ctx;
  const key = { user_id: account, id: batch.id };
  if (answer.accepted) {
    refusals.delete(row.host);
    if (batch.connection_failures > 0)
      await updateConnectionFailures(ctx.db, key, { failures: 0, isReset: true });
    batch.connection_failures = 0;
    return;
  }
  const { kind } = answer.failure;
  if (answer.is_uncertain || kind === "connection") return countFailure(open, batch, outcome);
  if (kind === "soft" && due_at !== null) return holdHost(open, row, due_at);
  if (reason === null || kind === "soft") return;
  if (reason === "hard") {
    await suppress(ctx, { account, email, reason: "hard_bounce", note: outcome, batch_id: batch.id });
    await recordBounce(ctx, { account, id: mailbox.id });
  }
  await enforceErrorBudget(ctx, key, outcome);
}

/** When several connections in a row fail, no single address is at fault. */
async function countFailure(
  { run: { ctx } }: OutcomeContext,
  batch: BatchRow,
  outcome: string,
): Promise<void> {
  const key = { user_id: ctx.account, id: batch.id };
  const failures = await updateConnectionFailures(ctx.db, key, { failures: 1, isReset: false });
  batch.connection_failures = failures;
  if (failures >= CONNECTION_FAILURES_MAX)
    await pauseBatch(ctx, key, `We couldn’t reach the mail server. The last answer: ${outcome}`);
}

/** A host that puts off several in a row has the others wait, too. */
async function holdHost(
  { run: { ctx, mailbox }, refusals }: OutcomeContext,
  { host }: LeasedRow,
  until: string,
): Promise<void> {
  const inARow = (refusals.get(host) ?? 0) + 1;
  refusals.set(host, inARow);
  if (inARow < HOST_REFUSALS_MAX) return;
  refusals.delete(host);
  await updateHostDueAt(ctx.db, { account: ctx.account, mailbox_id: mailbox.id, host, until });
}
