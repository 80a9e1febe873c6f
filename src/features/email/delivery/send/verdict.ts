/* Interprets a mail server's answer, the same for every sender of a message. */
import type { SendResult } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addSeconds } from "#src/lib/time.ts";
import { type FailReason, LIMIT_WAIT_SECONDS, waitAfter } from "../rules.ts";

export interface Verdict {
  state: "handed_over" | "pending" | "bounced_soft" | "failed" | "uncertain";
  reason: Extract<FailReason, "hard" | "policy" | "soft"> | null;
  /** Temporary refusals so far. */
  refusals: number;
  /** When it's tried again, if it's pending. */
  due_at: string | null;
  provider_id: string | null;
  outcome: string;
}

interface Tried {
  refusals: number;
  now: Date;
  /** How long it waits if nobody could be reached. */
  reconnectSeconds: number;
  /** Keeps tries that follow refusals from coming at one moment. */
  spread?: (seconds: number) => number;
}

export function judgeAnswer(
  answer: SendResult,
  { refusals, now, reconnectSeconds, spread = (seconds) => seconds }: Tried,
): Verdict {
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
