/*
 * Merges duplicate contacts. The remaining one takes over the other one's data. Rows under the merged one's
 * id stay under it, here and in later slices: from then on, that id refers to the remaining one.
 */
import type { InferContractRouterInputs } from "@orpc/contract";
import { mergeConsents, splitConsents } from "#src/features/audience/consent-records/consent-records.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { requireContact } from "../contacts.ts";
import { CONTACT_ERRORS, type Contact, type ContactDetails } from "../contract.ts";
import { contactMerged, contactSplit } from "../events.ts";
import { listContactsOf } from "../list/list-store.ts";
import { unassignStale } from "../pipeline/pipeline.ts";
import { toContact, toContacts } from "../present.ts";
import { toFormerContact } from "../privacy/privacy.ts";
import { maskPerson } from "../rules.ts";
import {
  type ContactRow,
  deleteContactRow,
  insertContactRow,
  insertFormerContacts,
  insertTimelineEntries,
  updateContactRow,
  updateStatuses,
  upsertQuiet,
} from "../store.ts";
import {
  type DuplicateGroup,
  MERGE_ERRORS,
  MERGE_UNDO_DAYS,
  type Merge,
  type mergeContract,
} from "./merge-contract.ts";
import { changesOf, type MergeUndo, mergeRecords, revertedFields } from "./merge-rules.ts";
import {
  deleteFormerContact,
  deleteMerge,
  insertMerge,
  listDuplicateIds,
  listMerges,
  lockContacts,
  lockMerge,
  updateContactOfMerges,
  updateContactOfTasks,
} from "./merge-store.ts";

const GROUPS = 50;
const GROUP_ROWS = 10;

type Inputs = InferContractRouterInputs<typeof mergeContract>;

export function mergesUndoableSince({ now }: Platform): string {
  return addDays(now(), -MERGE_UNDO_DAYS);
}

/** Lists possible duplicates. People who are limited to some profiles see those that they could merge. */
export async function listDuplicates(ctx: Ctx): Promise<{ items: DuplicateGroup[] }> {
  const { account, profileIds } = ctx;
  const groups = await listDuplicateIds(ctx.db, { account, profileIds, groups: GROUPS, most: GROUP_ROWS });
  const ids = [...new Set(groups.flatMap(({ ids }) => ids))];
  const rows = await listContactsOf(ctx.db, account, ids);
  const contacts = new Map((await toContacts(ctx, rows, false)).map((contact) => [contact.id, contact]));
  const items = groups.map(({ kind, ids }) => ({
    kind,
    contacts: ids.flatMap((id) => contacts.get(id) ?? []),
  }));
  return { items: items.filter(({ contacts }) => contacts.length > 1) };
}

export async function mergeContacts(
  ctx: Ctx,
  { keep_id, gone_id, take = [], dry_run = false }: Inputs["merge"],
): Promise<Merge> {
  try {
    return await ctx.write(async (ctx) => {
      const merge = await mergeNow(ctx, { keep_id, gone_id, take });
      if (dry_run) throw new Tried(merge);
      return merge;
    });
  } catch (error) {
    if (error instanceof Tried) return error.merge;
    throw error;
  }
}

/** A dry run is the merge itself, rolled back, so that its preview is exact. */
class Tried extends Error {
  readonly merge: Merge;
  constructor(merge: Merge) {
    super("A dry run");
    this.merge = merge;
  }
}

async function mergeNow(
  ctx: Ctx,
  { keep_id, gone_id, take }: { keep_id: string; gone_id: string; take: readonly string[] },
): Promise<Merge> {
  const { keep, gone } = await requireTwo(ctx, keep_id, gone_id);
  await upsertQuiet(ctx.db);
  const merged = mergeRecords(keep, gone, take);
  const at = ctx.now().toISOString();
  const shown = async (row: ContactRow) => {
    const [contact, one, other] = await toContacts(ctx, [row, keep, gone], false);
    return { contact, keep: one, gone: other } as Merge;
  };
  const { account } = ctx;
  const undo = { into: keep.id, gone, ...changesOf(keep, merged) };
  const key = { account, id: keep.id };
  const saved = await updateContactRow(ctx.db, key, { ...undo.after, updated_at: at });
  if (!saved) throw failure(CONTACT_ERRORS, "CONTACT_NOT_FOUND");
  await deleteContactRow(ctx.db, { account, id: gone.id });
  await insertFormerContacts(ctx.db, [toFormerContact(gone, at)]);
  const move = { account, from: gone.id, to: keep.id };
  const rest: Omit<MergeUndo, keyof typeof undo> = {
    tasks: await updateContactOfTasks(ctx.db, move),
    carried: await updateContactOfMerges(ctx.db, move),
    ...(await mergeConsents(ctx, { keep, gone, at })),
  };
  const row = { user_id: account, id: gone.id, kept_id: keep.id, at };
  await insertMerge(ctx.db, { ...row, undo: { ...undo, ...rest } });
  await recordEntry(ctx, keep, { kind: "merged", other: gone });
  const [status = saved.status] = await updateStatuses(ctx.db, account, [keep.id]);
  await ctx.announce(contactMerged, { subject: keep.id, payload: { gone: gone.id } });
  return shown({ ...saved, status });
}

/** Returns two contacts, locked until the transaction ends. */
async function requireTwo(ctx: Ctx, keep_id: string, gone_id: string) {
  const found = [await requireContact(ctx, keep_id), await requireContact(ctx, gone_id)];
  const [keepId, goneId] = found.map(({ id }) => id);
  if (keepId === goneId) throw failure(MERGE_ERRORS, "MERGE_SAME");
  // It affects other profiles' data about them, too.
  if (found.some((row) => !reachesWhole(ctx, row))) requireWholeAccount(ctx);
  const rows = await lockContacts(ctx.db, ctx.account, [keep_id, gone_id]);
  const [keep, gone] = [keepId, goneId].map((id) => rows.find((row) => row.id === id));
  if (!keep || !gone) throw failure(CONTACT_ERRORS, "CONTACT_NOT_FOUND");
  return { keep, gone };
}

const reachesWhole = (ctx: Ctx, { profile_ids }: Pick<ContactRow, "profile_ids">) =>
  ctx.profileIds === null || (profile_ids.length > 0 && profile_ids.every((id) => canAccessProfile(ctx, id)));

/** Records only the merged contact's id, because their name must not outlast an erasure. */
async function recordEntry(
  ctx: Ctx,
  { id: contact_id }: Pick<ContactRow, "id">,
  { kind, other }: { kind: "merged" | "split"; other: Pick<ContactRow, "id"> },
): Promise<void> {
  const entry = { user_id: ctx.account, contact_id, id: ctx.newId(), at: ctx.now().toISOString() };
  await insertTimelineEntries(ctx.db, [{ ...entry, kind, data: { other: other.id } }]);
}

/** Undoes a merge. Later events and changes stay with the remaining contact. */
export async function splitContact(ctx: Ctx, { id }: Inputs["split"]): Promise<Contact> {
  return ctx.write(async (ctx) => {
    const { account } = ctx;
    await upsertQuiet(ctx.db);
    const merge = isId(id) ? await lockMerge(ctx.db, { account, id }) : undefined;
    if (!merge) throw failure(CONTACT_ERRORS, "CONTACT_NOT_FOUND");
    const { undo, kept_id, at } = merge;
    const reached = await requireContact(ctx, kept_id);
    if (!undo || undo.into !== kept_id || at < mergesUndoableSince(ctx))
      throw failure(MERGE_ERRORS, "MERGE_FINAL");
    const [keep = reached] = await lockContacts(ctx.db, account, [kept_id]);
    const gone = undo.gone as ContactRow;
    if (!reachesWhole(ctx, keep) || !reachesWhole(ctx, gone)) requireWholeAccount(ctx);
    if (!(await insertContactRow(ctx.db, gone))) throw failure(CONTACT_ERRORS, "CONTACT_EXISTS");
    const updated_at = ctx.now().toISOString();
    await updateContactRow(ctx.db, { account, id: keep.id }, { ...revertedFields(keep, undo), updated_at });
    await unassignStale(ctx);
    const move = { account, from: keep.id, to: gone.id };
    await updateContactOfTasks(ctx.db, { ...move, ids: undo.tasks });
    await updateContactOfMerges(ctx.db, { ...move, ids: undo.carried });
    await splitConsents(ctx, { keep, gone, at, undo });
    await deleteMerge(ctx.db, { account, id: gone.id });
    await deleteFormerContact(ctx.db, { account, id: gone.id, at });
    await recordEntry(ctx, keep, { kind: "split", other: gone });
    await recordEntry(ctx, gone, { kind: "split", other: keep });
    await updateStatuses(ctx.db, account, [keep.id, gone.id]);
    await ctx.announce(contactSplit, { subject: keep.id, payload: { gone: gone.id } });
    return toContact(ctx, await requireContact(ctx, gone.id), false);
  });
}

export async function listUndoableMerges(
  ctx: Ctx,
  id: string,
  isMasked: boolean,
): Promise<ContactDetails["merged"]> {
  const rows = await listMerges(ctx.db, { account: ctx.account, id, since: mergesUndoableSince(ctx) });
  return rows
    .filter(({ undo }) => undo?.into === id)
    .map(({ id, at, undo }) => {
      const gone = undo?.gone as ContactRow;
      const { name, email } = isMasked ? maskPerson(gone) : gone;
      return { id, name, email, at, undo_until: addDays(at, MERGE_UNDO_DAYS) };
    });
}
