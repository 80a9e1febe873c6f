/* Who's in a segment, why, and what's different between two of them. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { type ContactFilter, requireContact } from "#src/features/audience/contacts/contacts.ts";
import { readContacts, selectedBy } from "#src/features/audience/contacts/list/list.ts";
import { toContacts } from "#src/features/audience/contacts/present.ts";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Catalog } from "./conditions/catalog-rules.ts";
import { pathsIn } from "./conditions/check-rules.ts";
import { type Condition, EVERYONE } from "./conditions/condition-rules.ts";
import type { Evaluation } from "./conditions/condition-store.ts";
import { evaluationOf, readCondition } from "./conditions/conditions.ts";
import { segmentMembersChanged, segmentSnapshotTaken } from "./events.ts";
import { announcePicked } from "./picked.ts";
import { MOVES_ROWS, PREVIEW_ROWS, SEGMENTS_MAX } from "./rules.ts";
import { addSegment, cleanName, requireSegment, toSegment } from "./segments.ts";
import { SEGMENT_ERRORS, type Segment, type segmentsContract } from "./segments-contract.ts";
import {
  countMatching,
  deleteMembers,
  insertMembers,
  listDifferences,
  listMatchingIds,
  listNewestMatching,
  listNextIds,
  listRowsOf,
  listSegmentRows,
  listTrue,
  lockSegmentRows,
  MEMBERS_AT_ONCE,
  purgeStrayMembers,
} from "./store.ts";
import { deleteTracesOf } from "./sweep-store.ts";
import { listMoveRows } from "./timeline-store.ts";

type Inputs = InferContractRouterInputs<typeof segmentsContract>;

const COMPARED_ROWS = 50;

/** The condition that was asked about: a segment's, or one that isn't saved yet. Everyone if there's neither. */
async function conditionAsked(ctx: Ctx, input: Inputs["count"], catalog: Catalog): Promise<Condition> {
  if (input.segment_id !== undefined) return { segment_id: (await requireSegment(ctx, input.segment_id)).id };
  return (await readCondition(ctx, input, catalog)) ?? EVERYONE;
}

export async function countMembers(ctx: Ctx, input: Inputs["count"]): Promise<{ count: number }> {
  requireWholeAccount(ctx);
  const evaluation = await evaluationOf(ctx);
  const condition = await conditionAsked(ctx, input, evaluation.catalog);
  return { count: await countMatching(ctx.db, condition, evaluation) };
}

/** Lists the newest who match, each with the tests that are true for them. */
export async function previewMembers(ctx: Ctx, input: Inputs["preview"]) {
  requireWholeAccount(ctx);
  const evaluation = await evaluationOf(ctx);
  const condition = await conditionAsked(ctx, input, evaluation.catalog);
  const rows = await listNewestMatching(ctx.db, condition, { ...evaluation, limit: PREVIEW_ROWS });
  const contactIds = rows.map(({ id }) => id);
  const found = await testsOf(ctx, condition, { ...evaluation, contactIds });
  const contacts = await toContacts(ctx, rows, false);
  const items = contacts.map((contact) => ({
    contact,
    reasons: found.filter(({ ids }) => ids.has(contact.id)).map(({ path }) => path),
  }));
  return { condition, items };
}

/** Each test of a condition, with those of the contacts that it's true for. */
async function testsOf(ctx: Ctx, condition: Condition, evaluation: Evaluation) {
  const paths = pathsIn(condition);
  const pairs = await listTrue(
    ctx.db,
    paths.map(({ test }) => test),
    evaluation,
  );
  return paths.map(({ path }, at) => ({
    path: [...path],
    ids: new Set(pairs.filter((pair) => pair.at === at).map(({ id }) => id)),
  }));
}

export async function explainMembership(ctx: Ctx, input: Inputs["explain"]) {
  requireWholeAccount(ctx);
  const everyone = await evaluationOf(ctx);
  const asked = await conditionAsked(ctx, input, everyone.catalog);
  const { id } = await requireContact(ctx, input.contact_id);
  const evaluation = { ...everyone, contactIds: [id] };
  const own = "segment_id" in asked ? evaluation.segments.get(asked.segment_id) : undefined;
  const condition = own === undefined ? asked : own;
  const is_in = (await listTrue(ctx.db, [asked], evaluation)).length > 0;
  const tests = condition === null ? [] : await testsOf(ctx, condition, evaluation);
  return { is_in, condition, tests: tests.map(({ path, ids }) => ({ path, is_true: ids.has(id) })) };
}

export async function listMembers(ctx: Ctx, { id, ...request }: Inputs["members"]) {
  const { id: segment_id } = await requireSegment(ctx, id);
  return readContacts(ctx, { ...request, segment_id }, false);
}

export async function listMoves(ctx: Ctx, { id, cursor }: Inputs["moves"]) {
  const { id: segment_id } = await requireSegment(ctx, id);
  const key = { account: ctx.account, segment_id };
  const { rows, ...page } = await listMoveRows(ctx.db, key, { request: { cursor }, rows: MOVES_ROWS });
  return { ...page, items: rows.map(({ key: _, ...row }) => row) };
}

/**
 * Keeps who's in a segment now as a segment of its own. Its people come first, in parts; it's there once it has all
 * of them.
 */
export async function takeSnapshot(ctx: Ctx, { id, name: raw }: Inputs["takeSnapshot"]): Promise<Segment> {
  const source = await requireSegment(ctx, id);
  const name = cleanName(raw);
  const known = await listSegmentRows(ctx.db, ctx.account);
  if (known.length >= SEGMENTS_MAX) throw failure(SEGMENT_ERRORS, "SEGMENT_LIMIT");
  if (known.some((row) => row.name.toLowerCase() === name.toLowerCase()))
    throw failure(SEGMENT_ERRORS, "SEGMENT_NAME_TAKEN");
  const evaluation = await evaluationOf(ctx);
  const key = { account: ctx.account, id: ctx.newId(), now: evaluation.now };
  let count = 0;
  for await (const contactIds of idsIn(ctx, { account: ctx.account, profileIds: null }))
    count += await ctx.write(async (ctx) => {
      const own = { ...evaluation, contactIds };
      const ids = await listMatchingIds(ctx.db, { segment_id: source.id }, own);
      return (await insertMembers(ctx.db, { ...key, ids })).length;
    });
  return ctx.write(async (ctx) => {
    const rows = await lockSegmentRows(ctx.db, ctx.account);
    const { condition } = source;
    const made = { id: key.id, name, kind: "snapshot" as const, condition, source_id: source.id };
    const row = await addSegment(ctx, rows, made);
    await ctx.announce(segmentSnapshotTaken, { subject: row.id, payload: { source_id: source.id, count } });
    return toSegment(row, evaluation.catalog);
  });
}

/** The ids of contacts that a filter matches, in parts. */
async function* idsIn(ctx: Ctx, who: ContactFilter): AsyncGenerator<string[]> {
  let after: string | undefined;
  do {
    const ids = await listNextIds(ctx.db, who, after);
    if (ids.length > 0) yield ids;
    after = ids.length < MEMBERS_AT_ONCE ? undefined : ids.at(-1);
  } while (after !== undefined);
}

export async function compareSegments(ctx: Ctx, { id, with: other }: Inputs["compare"]) {
  const [one, two] = [await requireSegment(ctx, id), await requireSegment(ctx, other)];
  const evaluation = { ...(await evaluationOf(ctx)), limit: COMPARED_ROWS };
  const found = await listDifferences(ctx.db, [{ segment_id: one.id }, { segment_id: two.id }], evaluation);
  const show = async ({ count, ids }: { count: number; ids: readonly string[] }) => ({
    count,
    items: await toContacts(ctx, await listRowsOf(ctx.db, ctx.account, ids), false),
  });
  return { both: found.both, came: await show(found.came), left: await show(found.left) };
}

export function addMembers(ctx: Ctx, input: Inputs["addMembers"]): Promise<{ count: number }> {
  return changeMembers(ctx, input, "add");
}

export function removeMembers(ctx: Ctx, input: Inputs["removeMembers"]): Promise<{ count: number }> {
  return changeMembers(ctx, input, "remove");
}

async function changeMembers(
  ctx: Ctx,
  { id, selection }: Inputs["addMembers"],
  action: "add" | "remove",
): Promise<{ count: number }> {
  const segment = await requireSegment(ctx, id);
  if (segment.kind !== "static") throw failure(SEGMENT_ERRORS, "SEGMENT_FIXED");
  const who = await selectedBy(ctx, selection);
  let total = 0;
  for await (const ids of idsIn(ctx, who))
    total += await ctx.write(async (ctx) => {
      const key = { account: ctx.account, id: segment.id, ids };
      const moved = await (action === "add"
        ? insertMembers(ctx.db, { ...key, now: ctx.now().toISOString() })
        : deleteMembers(ctx.db, key));
      const count = moved.length;
      const payload = { action, count };
      if (count > 0) await ctx.announce(segmentMembersChanged, { subject: segment.id, payload });
      await announcePicked(ctx, segment, { kind: action === "add" ? "entered" : "left", moved });
      return count;
    });
  return { count: total };
}

/** Every night. */
export function purgeUnfinished(platform: Platform): Promise<void> {
  const before = addDays(platform.now(), -1);
  return platform.write((ctx) => purgeStrayMembers(ctx.db, before));
}

export function forgetMembers(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => deleteTracesOf(ctx.db, account, ids));
}
