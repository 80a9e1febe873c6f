import type { InferContractRouterInputs } from "@orpc/contract";
import * as z from "zod";
import { requireRecentSignInOfPeople } from "#src/features/identity/accounts/reauthentication.ts";
import { failure } from "#src/lib/errors.ts";
import type { BulkOutcome } from "#src/lib/list.ts";
import { cleanText } from "#src/lib/text.ts";
import { actorId, type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import {
  BATCH_ROWS,
  changeInBatches,
  changeSelected,
  filterSelected,
  purgeInBatches,
  undoableSince,
  undoInBatches,
} from "#src/platform/db/bulk.ts";
import type { Removal, Restoration } from "#src/platform/db/undo.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { CONTACT_ERRORS, CONTACTS_CHANGE, type contactsContract } from "../contract.ts";
import {
  contactsChangeBegun,
  contactsDeleted,
  contactsErased,
  contactsPlaced,
  contactsRestored,
  contactsScored,
  contactsTagged,
} from "../events.ts";
import { contactsFile } from "../export/export.ts";
import { upsertTags } from "../fields/settings-store.ts";
import type { ContactFilter } from "../list/filter-store.ts";
import { resolveFilter, selectedBy, withCondition } from "../list/list.ts";
import {
  countExactly,
  countTaggable,
  deleteMatchingContacts,
  insertRestoredContacts,
  listContactBatches,
  listSuppressedSince,
  purgeContactRows,
  purgeTaggings,
  updateTags,
  updateUndoneTags,
} from "../list/list-store.ts";
import { mergesUndoableSince } from "../merge/merge.ts";
import { purgeMergeUndo } from "../merge/merge-store.ts";
import { requireStageAndOwner, unassignStale } from "../pipeline/pipeline.ts";
import type { pipelineContract } from "../pipeline/pipeline-contract.ts";
import {
  countStageChanges,
  purgeStageChanges,
  updateStages,
  updateUndoneStages,
} from "../pipeline/stage-assignment-store.ts";
import { eraseTraces, toFormerContact } from "../privacy/privacy.ts";
import { insertFormerContacts, updateStatuses } from "../store.ts";
import { countUnscored, purgeScoreChanges, updateScores, updateUndoneScores } from "./score-store.ts";

const idList = z.array(z.string()).readonly();
const text = z.string().optional();
const actionSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("delete") }),
  z.object({ action: z.enum(["add", "remove"]), tag: z.string() }),
  z.object({ action: z.literal("score"), points: z.number() }),
  z.object({
    action: z.literal("place"),
    stage_id: z.string().nullable().optional(),
    owner_id: z.string().nullable().optional(),
  }),
]);
type Action = z.output<typeof actionSchema>;

const changeSchema = z.object({
  undo_id: z.string(),
  action: actionSchema,
  filter: z.object({
    account: z.string(),
    profileIds: idList.nullable(),
    // Required, so that a job from before there were conditions stops, instead of changing everyone.
    condition: z.custom<object>((value) => typeof value === "object").nullable(),
    ids: idList.optional(),
    except: idList.optional(),
    until: text,
  }),
});
type Change = z.output<typeof changeSchema>;
type Running = Omit<Change, "filter"> & { filter: ContactFilter };

export const bulkChangeJob: JobType<Change> = { name: CONTACTS_CHANGE, class: "bulk", data: changeSchema };

type Inputs = InferContractRouterInputs<typeof contactsContract>;
type Bulk = Inputs["deleteMany"];

export async function exportPickedContacts(
  ctx: Ctx,
  { selection, format }: Pick<Bulk, "selection"> & { format: "csv" | "json" },
): Promise<File> {
  return contactsFile(ctx, await selectedBy(ctx, selection), format);
}

/** Deletes the selected contacts. For an hour, `undoChange` restores all of them. */
export async function deleteContacts(ctx: Ctx, input: Bulk): Promise<BulkOutcome> {
  if (!input.dry_run) await requireRecentSignInOfPeople(ctx);
  return changeMany(ctx, input, { action: "delete" });
}

/** Adds a tag to the selected contacts, or removes it. For an hour, `undoChange` undoes it. */
export async function tagContacts(
  ctx: Ctx,
  { tag: raw, action, ...input }: Inputs["tagMany"],
): Promise<BulkOutcome> {
  const tag = cleanText(raw);
  if (action === "add" && !input.dry_run) await upsertTags(ctx.db, ctx.account, [tag]);
  return changeMany(ctx, input, { action, tag });
}

/** Moves the selected contacts to a stage, or assigns them to someone. `undoChange` works for an hour. */
export async function assignStages(
  ctx: Ctx,
  { stage_id, owner_id, ...input }: InferContractRouterInputs<typeof pipelineContract>["placeMany"],
): Promise<BulkOutcome> {
  await requireStageAndOwner(ctx, { stage_id, owner_id });
  return changeMany(ctx, input, { action: "place", stage_id, owner_id });
}

/**
 * Adds points to the selected contacts' scores, or takes some. `undoChange` works for an hour, and until then,
 * the same `undo_id` changes nobody twice.
 */
export async function scoreContacts(
  ctx: Ctx,
  { points, ...input }: Inputs["scoreMany"],
): Promise<BulkOutcome> {
  return changeMany(ctx, input, { action: "score", points });
}

async function changeMany(
  ctx: Ctx,
  { selection, dry_run, undo_id }: Bulk,
  action: Action,
): Promise<BulkOutcome> {
  return changeSelected(ctx, await selectionOf(ctx, selection), {
    dry_run,
    undo_id,
    reason: SKIPPED[action.action],
    countAll: (filter) => countExactly(ctx.db, filter),
    countChanged: (filter) => countChanged(ctx, filter, { action, undo_id }),
    change: (filter) => inBatches(ctx, { filter, undo_id, action }),
    begin: (ctx, filter, total) => begin(ctx, { filter, undo_id, action }, total),
  });
}

const SKIPPED: Record<Action["action"], string> = {
  delete: "already deleted",
  add: "already tagged",
  remove: "without the tag",
  place: "already there",
  score: "already changed",
};

function countChanged(
  ctx: Ctx,
  filter: ContactFilter,
  { action, undo_id }: Pick<Change, "action" | "undo_id">,
): Promise<number> {
  if (action.action === "score") return countUnscored(ctx.db, filter, undo_id);
  if (action.action === "place") return countStageChanges(ctx.db, filter, action);
  if (action.action === "delete") return countExactly(ctx.db, { ...filter, isWhole: true });
  return countTaggable(ctx.db, filter, action);
}

async function begin(ctx: Ctx, change: Running, total: number): Promise<void> {
  const { undo_id: id, action } = change;
  // The job asks again whom the condition is true for.
  const { isMatching: _, condition = null, ...rest } = change.filter;
  const filter = { ...rest, condition };
  const follow = { account: ctx.account, id, permission: "leads.delete", total } as const;
  await ctx.announce(contactsChangeBegun, { subject: id, payload: { count: total, action: action.action } });
  await ctx.enqueue(
    bulkChangeJob,
    { ...change, filter },
    { follow: { ...follow, started_by: actorId(ctx) } },
  );
}

/** The job. After an interruption, it continues with the remaining ones. */
export async function runBulkChange(platform: Platform, change: Change): Promise<void> {
  const ctx = systemCtx(platform, { job: CONTACTS_CHANGE, account: change.filter.account });
  await inBatches(ctx, { ...change, filter: await withCondition(ctx, change.filter) });
}

function inBatches(ctx: Ctx, { filter, undo_id, action }: Running): Promise<number> {
  // People who are limited to some profiles can't delete anyone who's also on another one.
  const { profileIds } = filter;
  const isWhole = ({ profile_ids }: { profile_ids: string[] }) =>
    action.action !== "delete" || profileIds === null || profile_ids.every((id) => profileIds.includes(id));
  return changeInBatches(ctx, listContactBatches(ctx.db, filter, BATCH_ROWS), async (ctx, rows) => {
    const batch = { ...filter, ids: rows.filter(isWhole).map(({ id }) => id) };
    const removal = { account: ctx.account, undoId: undo_id, at: ctx.now().toISOString() };
    const ids = await changeRows(ctx, batch, { action, removal });
    if (ids.length === 0) return 0;
    if (action.action === "delete") {
      // Links in their e-mail keep working.
      const gone = new Set(ids);
      const former = rows.filter(({ id }) => gone.has(id)).map((row) => toFormerContact(row, removal.at));
      await insertFormerContacts(ctx.db, former);
      await ctx.announce(contactsDeleted, { subject: undo_id, payload: { ids } });
    } else if (action.action === "place")
      await ctx.announce(contactsPlaced, { subject: undo_id, payload: { ids } });
    else if (action.action === "score")
      await ctx.announce(contactsScored, { subject: undo_id, payload: { ids, points: action.points } });
    else {
      const { action: verb, tag } = action;
      await ctx.announce(contactsTagged, { subject: undo_id, payload: { ids, action: verb, tag } });
    }
    return ids.length;
  });
}

/** Returns the ids of those that changed. */
function changeRows(
  { db }: Ctx,
  filter: ContactFilter,
  { action, removal }: { action: Action; removal: Removal },
): Promise<string[]> {
  switch (action.action) {
    case "delete":
      return deleteMatchingContacts(db, filter, removal);
    case "place":
      return updateStages(db, filter, { ...action, removal });
    case "score":
      return updateScores(db, filter, { points: action.points, removal });
    default:
      return updateTags(db, filter, { ...action, removal });
  }
}

function selectionOf(ctx: Ctx, selection: Bulk["selection"]) {
  return filterSelected(selection, (input) => resolveFilter(ctx, input));
}

/** Undoes one bulk change. Contacts who have come back since stay as they are now. */
export function undoChange(
  ctx: Ctx,
  { undo_id }: { undo_id: string },
): Promise<{ restored: number; taken: number }> {
  const { account } = ctx;
  const restoration = { account, undoId: undo_id, since: undoableSince(ctx) };
  return undoInBatches(ctx, async (ctx, isFirst) => {
    const back = await insertRestoredContacts(ctx.db, restoration);
    const batch = { ...back, restored: back.restored + (await changedBack(ctx, restoration)) };
    if (isFirst && batch.restored + batch.taken === 0) throw failure(CONTACT_ERRORS, "UNDO_TOO_LATE");
    if (isFirst) await ctx.announce(contactsRestored, { subject: undo_id, payload: {} });
    await unassignStale(ctx);
    if (back.restored > 0)
      await updateStatuses(ctx.db, account, await listSuppressedSince(ctx.db, restoration));
    return batch;
  });
}

async function changedBack({ db }: Ctx, restoration: Restoration): Promise<number> {
  const others = (await updateUndoneStages(db, restoration)) + (await updateUndoneScores(db, restoration));
  return others + (await updateUndoneTags(db, restoration));
}

/** Permanently erases contacts deleted more than an hour ago, and the undo data of other changes. */
export async function purgeDeletedContacts(platform: Platform): Promise<void> {
  const before = undoableSince(platform);
  await purgeInBatches(platform, ({ db }) => purgeTaggings(db, before));
  await purgeInBatches(platform, ({ db }) => purgeStageChanges(db, before));
  await purgeInBatches(platform, ({ db }) => purgeScoreChanges(db, before));
  await platform.write((ctx) => purgeMergeUndo(ctx.db, mergesUndoableSince(ctx)));
  await purgeInBatches(platform, async (ctx) => {
    const gone = await purgeContactRows(ctx.db, before);
    for (const [account, rows] of Map.groupBy(gone, ({ account }) => account)) {
      await eraseTraces(ctx, account, rows);
      const ids = rows.map(({ id }) => id);
      await ctx.announce(contactsErased, { account, subject: account, payload: { ids } });
    }
    return gone;
  });
}
