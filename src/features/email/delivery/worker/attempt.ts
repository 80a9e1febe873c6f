/* One delivery attempt: a message is handed to the sending account's server, whose answer decides what becomes of it. */

import type { SendResult } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { addSeconds } from "#src/lib/time.ts";
import { withTimeout } from "#src/platform/with-timeout.ts";
import type { Answered, Begun, LeasedMessage, MessageSource, SendRun } from "../ledger.ts";
import { ATTEMPT_TIMEOUT_MS, LIMIT_WAIT_SECONDS, type Outcome, waitAfter } from "../rules.ts";

/** A message that couldn't be written has an outcome without an attempt. */
export async function attemptDelivery<Row extends LeasedMessage>(
  run: SendRun,
  source: MessageSource<Row>,
  { row, begun }: { row: Row; begun: Begun },
): Promise<Answered<Row> | { row: Row; outcome: Outcome }> {
  try {
    const message = await source.write(row, begun);
    const answer = await withTimeout(ATTEMPT_TIMEOUT_MS, run.sender.send(message), TOO_SLOW);
    // Its connection is still busy, so the next messages need other ones.
    if (answer === TOO_SLOW) run.until = 0;
    return { row, email: message.to, answer };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { refusals } = row;
    const nothing = { reason: "content", refusals, due_at: null, provider_id: null } as const;
    return { row, outcome: { ...nothing, state: "failed", outcome: error.message } };
  }
}

/** A server may send a line every minute and never finish. */
const TOO_SLOW: SendResult = {
  accepted: false,
  is_uncertain: true,
  failure: { kind: "connection", words: "The mail server took too long" },
};

interface Tried {
  refusals: number;
  now: Date;
  /** How long it waits if nobody could be reached. */
  reconnectSeconds: number;
  /** Keeps tries that follow refusals from coming at one moment. */
  spread?: (seconds: number) => number;
}

/** Interprets a mail server's answer, the same for every sender of a message. */
export function judgeAnswer(
  answer: SendResult,
  { refusals, now, reconnectSeconds, spread = (seconds) => seconds }: Tried,
): Outcome {
  if (answer.accepted) {
    const { outcome } = answer;
    // What comes back to Gmail names the conversation, and a new Message-ID of Gmail's.
    const provider_id = answer.thread_id ?? answer.provider_id;
    return { state: "handed_over", reason: null, refusals, due_at: null, provider_id, outcome };
  }
  const { kind, words: outcome, is_final = false, wait_seconds = LIMIT_WAIT_SECONDS } = answer.failure;
  const nothing = { reason: null, refusals, due_at: null, provider_id: null, outcome };
  if (answer.is_uncertain) return { ...nothing, state: "uncertain" };
  if (kind === "hard" || kind === "policy") return { ...nothing, state: "failed", reason: kind };
  const later = (seconds: number) => ({ state: "pending", due_at: addSeconds(now, seconds) }) as const;
  // The account or its server is the trouble, not this message: it waits and loses nothing.
  if (kind !== "soft") return { ...nothing, ...later(kind === "limit" ? wait_seconds : reconnectSeconds) };
  if (is_final) return { ...nothing, state: "bounced_soft" };
  const tries = refusals + 1;
  const seconds = waitAfter(tries);
  if (seconds === undefined) return { ...nothing, state: "failed", reason: "soft", refusals: tries };
  return { ...nothing, ...later(spread(seconds)), refusals: tries };
}
