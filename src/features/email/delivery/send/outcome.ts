/* Interprets a mail server's response: for the message, for its address, and for the batch as a whole. */
import { suppress } from "#src/features/audience/consent/consent.ts";
import type { ReplyClass } from "#src/features/email/sending-accounts/reply-rules.ts";
import { type openSender, recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addSeconds } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type BatchRow, updateConnectionFailures } from "../batch-store.ts";
import { enforceErrorBudget, pauseBatch } from "../circuit-breaker.ts";
import { recordFeedback } from "../feedback/feedback.ts";
import {
  CONNECTION_FAILURES_MAX,
  HOST_REFUSALS_MAX,
  LIMIT_WAIT_SECONDS,
  RECONNECT_SECONDS,
  spread,
  waitAfter,
} from "../rules.ts";
import type { LeasedRow } from "./ledger-store.ts";
import { type Outcome, updateHostDueAt } from "./ledger-store.ts";

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

export async function recordOutcome(
  loop: OutcomeContext,
  { row, batch, email, answer }: AttemptResult,
): Promise<void> {
  const { ctx, refusals } = loop;
  const now = ctx.now();
  const key = { user_id: ctx.account, id: batch.id };
  if (answer.accepted) {
    const { outcome } = answer;
    // Feedback at Gmail names the conversation, and a new Message-ID of Gmail's.
    const provider_id = answer.thread_id ?? answer.provider_id;
    await loop.finish(toOutcome(row, { state: "handed_over", provider_id, outcome }));
    refusals.delete(row.host);
    if (batch.connection_failures > 0)
      await updateConnectionFailures(ctx.db, key, { failures: 0, isReset: true });
    batch.connection_failures = 0;
    return;
  }
  const { kind, words: outcome, wait_seconds = LIMIT_WAIT_SECONDS } = answer.failure;
  if (answer.is_uncertain) {
    await loop.finish(toOutcome(row, { state: "uncertain", outcome }));
    return countFailure(loop, batch, outcome);
  }
  if (kind === "hard" || kind === "policy") {
    await loop.finish(toOutcome(row, { state: "failed", reason: kind, outcome }));
    if (kind === "hard") {
      await suppress(ctx, {
        account: ctx.account,
        email,
        reason: "hard_bounce",
        note: outcome,
        campaign_id: batch.id,
      });
      await recordBounce(ctx, { account: ctx.account, id: loop.mailbox.id });
    }
    return enforceErrorBudget(ctx, key, outcome);
  }
  if (kind === "soft") return putOff(loop, row, answer.failure);
  // The account or its server is at fault, not this message, which waits and loses no attempt.
  const seconds = kind === "limit" ? wait_seconds : RECONNECT_SECONDS;
  await loop.finish(toOutcome(row, { state: "pending", due_at: addSeconds(now, seconds), outcome }));
  if (kind === "connection") await countFailure(loop, batch, outcome);
}

/** When several connections in a row fail, no single address is at fault. */
async function countFailure({ ctx }: OutcomeContext, batch: BatchRow, outcome: string): Promise<void> {
  const key = { user_id: ctx.account, id: batch.id };
  const failures = await updateConnectionFailures(ctx.db, key, { failures: 1, isReset: false });
  batch.connection_failures = failures;
  if (failures >= CONNECTION_FAILURES_MAX)
    await pauseBatch(ctx, key, `We couldn’t reach the mail server. The last answer: ${outcome}`);
}

async function putOff(
  loop: OutcomeContext,
  row: LeasedRow,
  { words: outcome, is_final = false }: ReplyClass,
): Promise<void> {
  const { ctx, mailbox, refusals, finish } = loop;
  const tries = row.refusals + 1;
  const seconds = waitAfter(tries);
  if (is_final) return giveUp(loop, row, { state: "bounced_soft", outcome });
  if (seconds === undefined)
    return giveUp(loop, row, { state: "failed", reason: "soft", refusals: tries, outcome });
  const due_at = addSeconds(ctx.now(), spread(seconds, row.contact_id));
  await finish(toOutcome(row, { state: "pending", refusals: tries, due_at, outcome }));
  const inARow = (refusals.get(row.host) ?? 0) + 1;
  refusals.set(row.host, inARow);
  if (inARow < HOST_REFUSALS_MAX) return;
  refusals.delete(row.host);
  await updateHostDueAt(ctx.db, {
    account: ctx.account,
    mailbox_id: mailbox.id,
    host: row.host,
    until: due_at,
  });
}

/** An inbox that hasn't accepted anything so far counts as bounced (5.9). */
function giveUp({ ctx, finish }: OutcomeContext, row: LeasedRow, ending: Parameters<typeof toOutcome>[1]) {
  const { batch_id, contact_id } = row;
  const message_id = `${batch_id}.${contact_id}`;
  const about = {
    account: ctx.account,
    message_id,
    kind: "bounced_soft",
    words: ending.outcome ?? "",
  } as const;
  const at = ctx.now().toISOString();
  return finish(toOutcome(row, ending), (ctx) =>
    recordFeedback(ctx, { ...about, at, event_id: `${message_id} ${at}` }),
  );
}
