/*
 * A test's course: it starts with its campaign, is looked at every few minutes, stops versions that do harm, and ends with
 * a version for everyone else. Each step happens once, whichever node looks first.
 */
import { rollOutVariant, stopVariant } from "#src/features/email/delivery/delivery.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import {
  abTestDecided,
  abTestRolledOut,
  abTestSplitAlarmed,
  abTestStarted,
  abTestStopped,
  abTestVersionStopped,
} from "./events.ts";
import { loadFigures } from "./figures.ts";
import type { TestFigures } from "./figures-contract.ts";
import { type Decider, WAITING_SHARE_MAX } from "./rules.ts";
import { SPLIT_ALARM_BELOW, stopReasonOf, verdictOf } from "./statistics-rules.ts";
import {
  listVariants,
  listWorkingTests,
  lockTest,
  type TestKey,
  type TestRow,
  updateTestRow,
  updateVariantAddress,
  updateVariantAsStopped,
  type VariantRow,
} from "./store.ts";
import { addressesAtStart } from "./version-senders.ts";

/** `sender` is the one sending account of the versions that have none of their own. */
export async function startTest(
  ctx: Ctx,
  { user_id, id, campaign_id, collect_hours }: TestRow,
  sender: string | null,
): Promise<void> {
  const now = ctx.now();
  const versions = await listVariants(ctx.db, user_id, [id]);
  for (const { position, from_address } of await addressesAtStart(ctx, versions, sender))
    await updateVariantAddress(ctx.db, { user_id, id, position }, from_address);
  const delay = Math.max(...versions.map(({ delay_minutes }) => delay_minutes));
  await updateTestRow(ctx.db, {
    user_id,
    id,
    state: "collecting",
    started_at: now.toISOString(),
    decide_at: new Date(Date.parse(addHours(now, collect_hours)) + delay * 60_000).toISOString(),
  });
  await ctx.announce(abTestStarted, { subject: id, payload: { campaign_id, versions: versions.length } });
}

/** Looks at every running test of all accounts. */
export async function lookAtTests(platform: Platform): Promise<void> {
  for (const key of await listWorkingTests(platform.db, platform.now().toISOString()))
    try {
      await lookAtTest(systemCtx(platform, { job: "ab-tests.tick", account: key.user_id }), key);
    } catch (error) {
      // What's wrong with one test doesn't stop the others.
      platform.log.error({ err: error, test: key.id }, "a test couldn't be looked at");
    }
}

export function lookAtTest(ctx: Ctx, key: TestKey): Promise<void> {
  return ctx.write(async (ctx) => {
    const row = await lockTest(ctx.db, key);
    if (!row) return;
    if (row.state === "collecting") await look(ctx, row);
    else if (isRolloutDue(ctx, row)) await rollOut(ctx, row);
  });
}

async function look(ctx: Ctx, row: TestRow): Promise<void> {
  const before = await listVariants(ctx.db, row.user_id, [row.id]);
  const counted = await loadFigures(ctx, { row, versions: before });
  const isStopped = await stopHarmful(ctx, { row, versions: before, figures: counted });
  const versions = isStopped ? await listVariants(ctx.db, row.user_id, [row.id]) : before;
  const figures = isStopped ? await loadFigures(ctx, { row, versions }) : counted;
  if (figures.split_probability < SPLIT_ALARM_BELOW && row.split_alarmed_at === null) {
    await updateTestRow(ctx.db, {
      user_id: row.user_id,
      id: row.id,
      split_alarmed_at: ctx.now().toISOString(),
    });
    await ctx.announce(abTestSplitAlarmed, { subject: row.id, payload: {} });
  }
  const left = versions.filter(({ stopped_at }) => stopped_at === null);
  if (left.length < 2) return decide(ctx, { row, versions, figures, by: "guardrail" });
  // Versions that go out at different times can only be compared once each has had its time.
  const isTimed = versions.some(({ delay_minutes }) => delay_minutes > 0);
  const isOver = (row.decide_at ?? "") <= ctx.now().toISOString() && !isWaiting(figures);
  if (isOver || (figures.winner !== null && !isTimed))
    await decide(ctx, { row, versions, figures, by: "rule" });
}

function isWaiting({ versions }: TestFigures): boolean {
  const sum = (of: (one: TestFigures["versions"][number]) => number) =>
    versions.reduce((total, one) => total + of(one), 0);
  return sum(({ waiting }) => waiting) > WAITING_SHARE_MAX * sum(({ assigned }) => assigned);
}

interface Known {
  row: TestRow;
  versions: readonly VariantRow[];
  figures: TestFigures;
}

/** 5.7.7: whoever hasn't got such a version gets another one. */
async function stopHarmful(ctx: Ctx, { row, versions, figures }: Known): Promise<boolean> {
  let isAny = false;
  for (const { position, stopped_at } of versions) {
    const counts = figures.versions[position];
    const stop_reason = counts && stopReasonOf(counts);
    if (stopped_at !== null || !stop_reason) continue;
    const key = { user_id: row.user_id, id: row.id, position };
    const at = ctx.now().toISOString();
    if (!(await updateVariantAsStopped(ctx.db, key, { stop_reason, stopped_at: at }))) continue;
    if (row.campaign_id !== null) await stopVariant(ctx, { id: row.campaign_id, variant: position });
    await ctx.announce(abTestVersionStopped, {
      subject: row.id,
      payload: { version: position, why: stop_reason },
    });
    isAny = true;
  }
  return isAny;
}

interface Decision extends Known {
  by: Decider;
  /** The version that somebody chose. */
  chosen?: number;
}

/**
 * Ends a test. Without a winner, the others get the version that's first among those that weren't stopped: the campaign
 * as it was written. If all were stopped, they get nothing until somebody chooses.
 */
export async function decide(
  ctx: Ctx,
  { row, versions, figures, by, chosen: wish }: Decision,
): Promise<void> {
  const first = versions.find(({ stopped_at }) => stopped_at === null)?.position ?? null;
  const found = verdictOf(figures, row.min_effect);
  // Somebody's choice of another version isn't what the test found.
  const state = found === "winner" && wish !== undefined && wish !== figures.winner ? "inconclusive" : found;
  const chosen = wish ?? figures.winner ?? first;
  const decided_at = ctx.now().toISOString();
  const changes = { state, chosen, decided_by: by, decided_at, result: figures, updated_at: decided_at };
  await updateTestRow(ctx.db, { user_id: row.user_id, id: row.id, ...changes });
  await ctx.announce(abTestDecided, { subject: row.id, payload: { state, chosen, by } });
  const decided = { ...row, ...changes };
  if (by === "hand" || isRolloutDue(ctx, decided)) await rollOut(ctx, decided);
}

function isRolloutDue(ctx: Ctx, { chosen, rolled_out_at, rollout, rollout_at }: TestRow): boolean {
  if (chosen === null || rolled_out_at !== null || rollout === "by_hand") return false;
  return rollout === "at_once" || (rollout_at ?? "") <= ctx.now().toISOString();
}

/** Sends the chosen version to everyone who waits for it. */
export async function rollOut(ctx: Ctx, { user_id, id, campaign_id, chosen }: TestRow): Promise<void> {
  if (chosen === null) return;
  const count = campaign_id === null ? 0 : await rollOutVariant(ctx, { id: campaign_id, variant: chosen });
  await updateTestRow(ctx.db, { user_id, id, rolled_out_at: ctx.now().toISOString() });
  await ctx.announce(abTestRolledOut, { subject: id, payload: { chosen, count } });
}

/** Its campaign was canceled, so that nobody else gets anything. */
export async function stopTest(ctx: Ctx, row: TestRow): Promise<void> {
  const versions = await listVariants(ctx.db, row.user_id, [row.id]);
  const result = await loadFigures(ctx, { row, versions });
  const at = ctx.now().toISOString();
  await updateTestRow(ctx.db, {
    user_id: row.user_id,
    id: row.id,
    state: "stopped",
    decided_at: at,
    updated_at: at,
    result,
  });
  await ctx.announce(abTestStopped, { subject: row.id, payload: {} });
}
