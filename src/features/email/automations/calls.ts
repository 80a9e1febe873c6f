/* Calls of other servers: a rule's webhook action. They're signed as Standard Webhooks, and may come twice under one id. */

import { causeHeader } from "#src/features/audience/incoming-webhooks/cause.ts";
import type { Platform } from "#src/platform/context.ts";
import { systemCtx } from "#src/platform/context.ts";
import { signedHeaders } from "#src/platform/crypto/webhook-signature.ts";
import { SafeFetchFailure, type SafeFetchProblem } from "#src/platform/outbound/safe-fetch.ts";
import { secretPurpose } from "./automations.ts";
import { bodyOf } from "./call-body.ts";
import { callJob, enqueueCall, type OneCall } from "./call-job.ts";
import { ANSWER_BYTES_KEPT, CALL_AGAIN_SECONDS, CALL_MS_MAX } from "./call-rules.ts";
import { findCalledContact } from "./call-store.ts";
import { haltIfFailing } from "./failures.ts";
import { findRun, lockRun, type RunRow, updateRuns } from "./run-store.ts";
import { findAutomation, listVersions } from "./store.ts";
import { hasFailed } from "./walk.ts";

interface Answer {
  isDone: boolean;
  reason: string;
  /** True if another call may end better. */
  isPassing: boolean;
}

const lastOf = ({ results }: Pick<RunRow, "results">, actionId: string) =>
  results.findLastIndex(({ action_id }) => action_id === actionId);

export async function callServer(platform: Platform, call: OneCall): Promise<void> {
  const { account, run_id, action_id } = call;
  const run = await findRun(platform.db, { user_id: account, id: run_id });
  if (run?.results[lastOf(run, action_id)]?.outcome !== "queued") return;
  const answer = await post(platform, run, action_id);
  const wait = answer.isPassing ? CALL_AGAIN_SECONDS[call.attempt] : undefined;
  const ctx = systemCtx(platform, { job: callJob.name, account });
  await ctx.write(async (ctx) => {
    if (!answer.isDone && wait !== undefined)
      return enqueueCall(ctx, { ...call, attempt: call.attempt + 1 }, wait);
    const row = await lockRun(ctx.db, { user_id: account, id: run_id });
    const at = row ? lastOf(row, action_id) : -1;
    const result = row?.results[at];
    if (!row || result?.outcome !== "queued") return;
    const results = row.results.with(at, {
      ...result,
      outcome: answer.isDone ? "done" : "failed",
      reason: answer.reason,
      at: ctx.now().toISOString(),
    });
    const state = row.state === "done" && hasFailed({ results }) ? "failed" : row.state;
    await updateRuns(ctx.db, [{ ...row, results, state }]);
    if (!answer.isDone) await haltIfFailing(ctx, row.automation_id);
  });
}

const refused = (reason: string): Answer => ({ isDone: false, reason, isPassing: false });

async function post(platform: Platform, run: RunRow, actionId: string): Promise<Answer> {
  const key = { user_id: run.user_id, id: run.automation_id };
  const automation = await findAutomation(platform.db, key);
  const [version] = await listVersions(platform.db, key, [run.version]);
  const action = version?.definition.actions.find(({ id }) => id === actionId);
  if (!automation || action?.type !== "webhook") return refused("That rule is gone.");
  const secret =
    automation.secret === null
      ? undefined
      : platform.vault.open(secretPurpose(run.automation_id), automation.secret);
  if (secret === undefined) return refused("We can no longer read this rule’s secret. Replace it.");
  const contact =
    run.contact_id === null ? undefined : await findCalledContact(platform.db, run.user_id, run.contact_id);
  if (run.contact_id !== null && !contact) return refused("They were deleted.");
  const body = bodyOf(action.body, { run, contact, name: automation.name });
  if (body === undefined) return refused("The body isn’t one that we can fill in.");
  const id = `msg_${run.id}_${actionId}`;
  const headers = {
    "content-type": "application/json",
    accept: "*/*",
    ...causeHeader(platform, { account: run.user_id, id: run.id }),
    ...signedHeaders({ id, sentAt: platform.now(), body }, [secret]),
  };
  try {
    const bounds = { bytesKept: ANSWER_BYTES_KEPT, milliseconds: CALL_MS_MAX };
    const { status, body: text } = await platform.outbound.post(action.url, { headers, body, ...bounds });
    const said = new TextDecoder().decode(text).replaceAll("\0", "").trim().slice(0, 200).toWellFormed();
    if (status >= 200 && status < 300) return { isDone: true, reason: "", isPassing: false };
    const isPassing = status >= 500 || status === 429 || status === 408;
    return { isDone: false, reason: `It answered ${status}${said === "" ? "." : `: ${said}`}`, isPassing };
  } catch (error) {
    if (!(error instanceof SafeFetchFailure)) throw error;
    return { isDone: false, reason: PROBLEMS[error.problem], isPassing: error.problem !== "forbidden" };
  }
}

const PROBLEMS: Record<SafeFetchProblem, string> = {
  forbidden: "Its host isn’t on the public internet.",
  unreachable: "We couldn’t reach it.",
  too_slow: `It took longer than ${CALL_MS_MAX / 1000} seconds.`,
  status: "We couldn’t reach it.",
  too_large: "We couldn’t reach it.",
};
