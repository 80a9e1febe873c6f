/*
 * List hygiene: addresses that harm more than they help. A group is a condition, so it can become a segment; all of
 * it can be suppressed at once, and get e-mail again at once.
 */
import { createHash } from "node:crypto";
import type { InferContractRouterInputs } from "@orpc/contract";
import * as z from "zod";
import { liftImportedSuppressions, suppressMany } from "#src/features/audience/consent/consent.ts";
import { addressesSuppressed } from "#src/features/audience/consent/events.ts";
import { countEach, matchesNow } from "#src/features/audience/segments/condition-matches.ts";
import { previewMembers } from "#src/features/audience/segments/membership.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { cancelJob, listJobs } from "#src/features/instance/background/background.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { BATCH_ROWS } from "#src/platform/db/bulk.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { listHygieneBegun, listHygieneUndone } from "../events.ts";
import { HYGIENE_ERRORS, type hygieneEndpoints, LIST_HYGIENE } from "./hygiene-contract.ts";
import { HYGIENE_GROUPS, HYGIENE_WORDS, hygieneCondition } from "./hygiene-rules.ts";
import { listAddresses } from "./hygiene-store.ts";

/** The caller waits for up to this many. More become a job. */
const WAITED_MAX = 1000;

const runSchema = z.object({ account: z.string(), group: z.enum(HYGIENE_GROUPS), undo_id: z.string() });
type Run = z.output<typeof runSchema>;

export const listHygieneJob: JobType<Run> = { name: LIST_HYGIENE, class: "bulk", data: runSchema };

type Inputs = InferContractRouterInputs<typeof hygieneEndpoints>;

export async function getHygiene(ctx: Ctx) {
  requireWholeAccount(ctx);
  const conditions = HYGIENE_GROUPS.map(hygieneCondition);
  const counts = await countEach(ctx, conditions);
  return {
    groups: HYGIENE_GROUPS.map((group, at) => ({
      group,
      count: counts[at] ?? 0,
      condition: hygieneCondition(group),
    })),
  };
}

export async function suppressGroup(ctx: Ctx, { group, dry_run, undo_id }: Inputs["suppressGroup"]) {
  requireWholeAccount(ctx);
  const condition = hygieneCondition(group);
  const [count = 0] = await countEach(ctx, [condition]);
  if (dry_run) {
    const { items } = await previewMembers(ctx, { condition });
    return { count, examples: items.map(({ contact }) => contact) };
  }
  if (count === 0) return { count, examples: [] };
  const run = { account: ctx.account, group, undo_id };
  const begun = { subject: ctx.account, payload: { group, count } };
  if (count <= WAITED_MAX) {
    await ctx.write((ctx) => ctx.announce(listHygieneBegun, begun));
    return { count: await suppressInBatches(ctx, run), examples: [] };
  }
  await ctx.write(async (ctx) => {
    await ctx.announce(listHygieneBegun, begun);
    const follow = { account: ctx.account, id: undo_id, permission: "leads.delete", total: count } as const;
    await ctx.enqueue(listHygieneJob, run, { follow: { ...follow, started_by: actorId(ctx) } });
  });
  return { count: 0, examples: [], job: undo_id };
}

/** The job. After an interruption, it continues with the remaining ones. */
export async function runSuppression(platform: Platform, run: Run): Promise<void> {
  await suppressInBatches(systemCtx(platform, { job: listHygieneJob.name, account: run.account }), run);
}

async function suppressInBatches(ctx: Ctx, { account, group, undo_id }: Run): Promise<number> {
  const { name } = HYGIENE_WORDS[group];
  const from = { import_id: runId(undo_id), import: name };
  let count = 0;
  for (;;) {
    ctx.abortSignal.throwIfAborted();
    // Whoever is suppressed doesn't match anymore, so the next ones are always the first.
    const matches = await matchesNow(ctx, hygieneCondition(group));
    const emails = await listAddresses(ctx.db, { account, matches, rows: BATCH_ROWS });
    if (emails.length === 0) return count;
    const stopped = await ctx.write(async (ctx) => {
      const addresses = emails.map((email) => ({ email, reason: "manual" as const }));
      const { stopped } = await suppressMany(ctx, {
        account,
        addresses,
        note: `List hygiene: ${name}`,
        from,
      });
      if (stopped > 0)
        await ctx.announce(addressesSuppressed, { subject: account, payload: { count: stopped } });
      await ctx.progress(emails.length);
      return stopped;
    });
    // Without progress, the same ones would come again.
    if (stopped === 0) return count;
    count += stopped;
  }
}

/**
 * Suppressions name what they came from, so that it can be undone. The id is derived, because people choose `undo_id`
 * and could choose an import's.
 */
function runId(undoId: string): string {
  const hex = createHash("sha256").update(`list hygiene ${undoId.toLowerCase()}`).digest("hex");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Undoes one run, unless someone has suppressed an address again since. */
export async function undoSuppression(ctx: Ctx, { undo_id }: Inputs["undoHygiene"]) {
  requireWholeAccount(ctx);
  const { account } = ctx;
  const isCanceled = await cancelRunning(ctx, undo_id);
  let restored = 0;
  for (let isMore = true; isMore; ) {
    const lifted = await ctx.write(async (ctx) => {
      const batch = { account, import_id: runId(undo_id), count: BATCH_ROWS, note: UNDONE };
      const lifted = await liftImportedSuppressions(ctx, batch);
      if (lifted > 0) await ctx.announce(listHygieneUndone, { subject: account, payload: { count: lifted } });
      return lifted;
    });
    restored += lifted;
    isMore = lifted === BATCH_ROWS;
  }
  if (restored === 0 && !isCanceled) throw failure(HYGIENE_ERRORS, "HYGIENE_NOT_UNDOABLE");
  return { restored };
}

const UNDONE = "List hygiene was undone";

/** A run that goes on would suppress again what's undone meanwhile. */
async function cancelRunning(ctx: Ctx, id: string): Promise<boolean> {
  const { items } = await listJobs(ctx);
  const isRunning = items.some(
    (job) => job.id === id.toLowerCase() && (job.state === "waiting" || job.state === "running"),
  );
  if (!isRunning) return false;
  try {
    await cancelJob(ctx, { id });
    return true;
  } catch (error) {
    // It ended at this very moment.
    if (error instanceof Failure && error.code === "JOB_ENDED") return false;
    throw error;
  }
}
