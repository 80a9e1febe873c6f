// @project unit
import { expect, it } from "vitest";
import type { SendResult } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { RETRY_WAITS_S } from "../rules.ts";
import { judgeAnswer } from "./attempt.ts";

const now = new Date("2026-05-01T10:00:00.000Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
type Refusal = Extract<SendResult, { accepted: false }>;

const judge = (failure: Partial<Refusal["failure"]>, refusals = 0, is_uncertain = false) =>
  judgeAnswer(
    { accepted: false, is_uncertain, failure: { kind: "soft", words: "No", ...failure } },
    { refusals, now, reconnectSeconds: 10 },
  );

it("5.9 each answer of a server has one verdict, whoever sends", () => {
  const accepted: SendResult = { accepted: true, provider_id: "<a@b>", outcome: "250 OK" };
  const tried = { refusals: 2, now, reconnectSeconds: 10 };
  expect(judgeAnswer(accepted, tried)).toMatchObject({
    state: "handed_over",
    provider_id: "<a@b>",
    refusals: 2,
  });
  expect(judgeAnswer({ ...accepted, thread_id: "t" }, tried).provider_id).toBe("t");
  expect(judge({ kind: "hard" })).toMatchObject({ state: "failed", reason: "hard", due_at: null });
  expect(judge({ kind: "policy" })).toMatchObject({ state: "failed", reason: "policy", due_at: null });
  expect(judge({ is_final: true }, 1)).toMatchObject({ state: "bounced_soft", reason: null, refusals: 1 });
  // What may have left is never sent again by itself.
  expect(judge({ kind: "connection" }, 0, true)).toMatchObject({ state: "uncertain", due_at: null });
});

it("5.10.13 what's put off is tried again after 1, 5 and 30 minutes, 2 and 8 hours, and then given up", () => {
  for (const [refusals, seconds] of RETRY_WAITS_S.entries())
    expect(judge({}, refusals)).toMatchObject({
      state: "pending",
      refusals: refusals + 1,
      due_at: after(seconds),
    });
  expect(judge({}, RETRY_WAITS_S.length)).toMatchObject({ state: "failed", reason: "soft", due_at: null });
});

it("5.10.13 what the sending account or its server is to blame for waits and counts as no refusal", () => {
  expect(judge({ kind: "connection" }, 3)).toMatchObject({
    state: "pending",
    refusals: 3,
    due_at: after(10),
  });
  expect(judge({ kind: "auth" }, 3)).toMatchObject({ state: "pending", refusals: 3, due_at: after(10) });
  expect(judge({ kind: "limit" })).toMatchObject({ state: "pending", refusals: 0, due_at: after(15 * 60) });
  expect(judge({ kind: "limit", wait_seconds: 60 }).due_at).toBe(after(60));
});
