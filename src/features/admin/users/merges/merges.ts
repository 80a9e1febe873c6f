/*
 * Merging two accounts of one person: the source's pages, with everything counted on them, and its contacts become the
 * target's, and the source is closed. What that would do is shown first, and it takes a second member of staff where
 * there is one. The work is a job's (`merge-job.ts`).
 */
import * as z from "zod";
import { requireBelow } from "#src/features/identity/accounts/accounts.ts";
import { requireRecentProof } from "#src/features/identity/accounts/reauthentication.ts";
import { isBanned } from "#src/features/identity/accounts/rules.ts";
import type { ApprovedAction } from "#src/features/identity/approvals/actions.ts";
import { actWithSecond } from "#src/features/identity/approvals/approvals.ts";
import { hasOpenBan } from "#src/features/identity/approvals/bans.ts";
import { findAllowances, findUsage } from "#src/features/money/entitlements/entitlements.ts";
import { listNameClashes } from "#src/features/pages/links/short-names/short-names.ts";
import { listProfileIds } from "#src/features/pages/profiles/profiles.ts";
import { GRACE_DAYS } from "#src/features/reach/account-data/rules.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { accountParts, countAccountRows } from "#src/platform/account-data-registry.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { accountMergeStarted } from "../events.ts";
import { roleOf } from "../rules.ts";
import type { UserRow } from "../store.ts";
import { requireHelpable, requireReason, requireUser } from "../users.ts";
import { MERGE_ERRORS, type Merge, type MergePlan } from "./merge-contract.ts";
import { announceToBoth, mergeJob } from "./merge-job.ts";
import { type MergeRefusal, mergeRefusal } from "./merge-rules.ts";
import { findMerge, findObstacles, insertMerge, listMergeRows, listMovedPages } from "./merge-store.ts";
import { isMoving } from "./moving-tables.ts";

interface Pair {
  /** The account that stays. */
  id: string;
  source: string;
}

const merging = z.object({ merge_id: z.string(), id: z.string(), source: z.string(), reason: z.string() });
type Merging = z.output<typeof merging>;

export const mergeAction: ApprovedAction<Merging> = {
  name: "account.merge",
  area: "deletion",
  label: "Merge the account into another one",
  data: merging,
  run: beginMerge,
};

/** Takes a fresh proof of who asks. The same id twice is one merge. */
export async function startMerge(
  ctx: StaffCtx,
  { reason, ...input }: Merging,
): Promise<{ approval_id: string | null }> {
  const { actor } = ctx;
  if (actor.type !== "staff") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  requireReason(reason);
  await requireRecentProof(ctx, actor);
  return ctx.write(async (ctx) => {
    if (await findMerge(ctx.db, input.merge_id)) return { approval_id: null };
    const { target } = await requireMergeable(ctx, input);
    return {
      approval_id: await actWithSecond(ctx, mergeAction, {
        account: input.source,
        // Whoever confirms it has to know where everything goes.
        reason: `→ ${target.email}: ${reason}`,
        data: { ...input, reason },
      }),
    };
  });
}

async function beginMerge(ctx: StaffCtx, { merge_id, id: target, source, reason }: Merging): Promise<void> {
  await requireMergeable(ctx, { id: target, source });
  const moved = await listMovedPages(ctx.db, { source, target });
  const left = await listProfileIds(ctx.db, source);
  await insertMerge(ctx.db, {
    id: merge_id,
    source,
    target,
    reason,
    step: "contacts",
    pages_total: moved.length + left.length,
    profile_ids: moved,
    made_by: ctx.actor.type === "staff" ? ctx.actor.person.id : null,
    started_at: ctx.now().toISOString(),
  });
  await announceToBoth(ctx, accountMergeStarted, { source, target, reason });
  await ctx.enqueue(mergeJob, { id: merge_id }, { key: merge_id });
}

interface Parties {
  source: UserRow;
  target: UserRow;
}

/** Locks both accounts, always in the same order, until the transaction ends. */
async function requireMergeable(ctx: StaffCtx, pair: Pair): Promise<Parties> {
  const parties = await lockParties(ctx, pair);
  const refusal = await refusalOf(ctx, parties);
  if (refusal) throw failure(MERGE_ERRORS, refusal);
  return parties;
}

async function lockParties(ctx: StaffCtx, { id, source }: Pair): Promise<Parties> {
  if (id === source) throw failure(MERGE_ERRORS, "MERGE_SAME");
  const rows = new Map<string, UserRow>();
  for (const one of [id, source].sort()) rows.set(one, await requireHelpable(ctx, one));
  const [target, other] = [rows.get(id), rows.get(source)];
  if (!target || !other) throw failure(MERGE_ERRORS, "ACCOUNT_NOT_FOUND");
  return { target, source: other };
}

async function refusalOf(ctx: Platform, { source, target }: Parties): Promise<MergeRefusal | undefined> {
  const now = ctx.now();
  const obstacles = await findObstacles(ctx.db, {
    source: source.id,
    target: target.id,
    now: now.toISOString(),
  });
  return mergeRefusal({
    source: source.id,
    target: target.id,
    isStaff: roleOf(source.role) !== "user",
    isSuspended: [source, target].some((one) => isBanned(one, now)),
    isBanProposed: (await hasOpenBan(ctx, source.id)) || (await hasOpenBan(ctx, target.id)),
    isLeaving: [source, target].some(({ deletionDueAt }) => deletionDueAt !== null),
    isMerging: obstacles.is_merging,
    isHandedOver: obstacles.is_handed_over,
    hasSubscription: obstacles.has_subscription,
    isSending: obstacles.is_sending,
  });
}

/** What a merge would do, and what it wouldn't, without doing any of it. */
export async function previewMerge(ctx: StaffCtx, pair: Pair): Promise<MergePlan> {
  const parties = {
    target: await requireUser(ctx, pair.id),
    source: await requireUser(ctx, pair.source),
  };
  const { source, target } = parties;
  for (const { role } of [source, target]) requireBelow(ctx, role);
  const refusal = await refusalOf(ctx, parties);
  const { moves, stays } = await countTables(ctx, source);
  return {
    source: { id: source.id, name: source.name, email: source.email },
    refusal: refusal ? MERGE_ERRORS[refusal].message : null,
    moves,
    stays,
    renamed: await listNameClashes(ctx.db, { from: source.id, to: target.id }),
    over: await findExcess(ctx, { source: source.id, target: target.id }),
    grace_days: GRACE_DAYS,
  };
}

async function countTables({ db }: Platform, { id, email }: UserRow) {
  const keys = { account: id, email, profileIds: await listProfileIds(db, id) };
  const moves: MergePlan["moves"] = [];
  const stays: MergePlan["stays"] = [];
  for (const table of accountParts().flatMap(({ tables }) => tables)) {
    const { label } = table;
    if (label === undefined) continue;
    const { total: count, is_estimate } = await countAccountRows(db, table, keys);
    if (count > 0) (isMoving(table.table) ? moves : stays).push({ label, count, is_estimate });
  }
  return { moves, stays };
}

async function findExcess(
  ctx: Platform,
  { source, target }: { source: string; target: string },
): Promise<MergePlan["over"]> {
  const { limit } = (await findAllowances(ctx, target)).profiles;
  const used = (await findUsage(ctx, "profiles", source)) + (await findUsage(ctx, "profiles", target));
  return limit !== null && used > limit ? [{ what: "profiles", used, limit }] : [];
}

export async function listMerges(ctx: StaffCtx, { id }: { id: string }): Promise<{ items: Merge[] }> {
  await requireUser(ctx, id);
  const rows = await listMergeRows(ctx.db, id);
  const items = rows.map(({ row, source, target, by }) => {
    const { id, reason, step, pages_total, profile_ids, started_at, ended_at, due_at } = row;
    // Pages that are made meanwhile move, too.
    const pages_moved = profile_ids.length;
    return {
      id,
      source,
      target,
      reason,
      step,
      pages_total: Math.max(pages_total, pages_moved),
      pages_moved,
      by,
      started_at,
      ended_at,
      due_at,
    };
  });
  return { items };
}
