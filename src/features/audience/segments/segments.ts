/*
 * Segments: named parts of an account's contacts. `conditions/` has the one language for saying which contacts,
 * which campaigns' audiences and the table of leads share. A dynamic segment has whoever matches its condition
 * at the time of asking; a static one has the people that somebody picked, and a snapshot those who matched
 * when it was taken. Fields, tags, and the contacts themselves are `contacts`' business.
 */

import type { InferContractRouterInputs } from "@orpc/contract";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Catalog, Named } from "./conditions/catalog-rules.ts";
import type { Condition } from "./conditions/condition-rules.ts";
import {
  catalogOf,
  conditionsById,
  findCircle,
  readCondition,
  segmentSources,
  segmentsIn,
} from "./conditions/conditions.ts";
import { isSmall, TOO_LARGE } from "./conditions/size-rules.ts";
import { printCondition } from "./conditions/text-rules.ts";
import { isAboutAny } from "./conditions/uses-rules.ts";
import { segmentCreated, segmentDeleted, segmentUpdated } from "./events.ts";
import { SEGMENT_NAME_CHARS_MAX, SEGMENTS_MAX } from "./rules.ts";
import { SEGMENT_ERRORS, type Segment, type segmentsContract } from "./segments-contract.ts";
import {
  deleteSegmentRow,
  findSegmentRow,
  insertSegmentRow,
  listLinkIdsOf,
  listSegmentRows,
  lockSegmentRows,
  type SegmentRow,
  updateSegmentRow,
} from "./store.ts";
import { AT_ONCE } from "./sweep-store.ts";
import { isAbout, watchedBy } from "./watch-rules.ts";

type Inputs = InferContractRouterInputs<typeof segmentsContract>;

export async function getCatalog(ctx: Ctx): Promise<Catalog> {
  requireWholeAccount(ctx);
  return catalogOf(ctx);
}

export async function listSegments(ctx: Ctx): Promise<{ items: Segment[] }> {
  requireWholeAccount(ctx);
  const rows = await listSegmentRows(ctx.db, ctx.account);
  const catalog = await catalogOf(ctx, rows);
  return { items: rows.map((row) => toSegment(row, catalog)) };
}

type Use = Named & { kind: "segment" | "automation" };

/** Lists the segments, and the rules, that are about one of these. A page's links go with it. */
export async function listUses(ctx: Ctx, { kind, ids }: Inputs["uses"]): Promise<{ items: Use[] }> {
  requireWholeAccount(ctx);
  const links = kind === "pages" ? await listLinkIdsOf(ctx.db, ctx.account, ids.filter(isId)) : [];
  const rows = await listSegmentRows(ctx.db, ctx.account);
  const isUsing = ({ condition }: SegmentRow) =>
    condition !== null &&
    (isAboutAny(condition, { kind, ids }) || isAboutAny(condition, { kind: "links", ids: links }));
  const named = [{ kind, ids }, ...(links.length > 0 ? [{ kind: "links" as const, ids: links }] : [])];
  const rules = new Map<string, Named>();
  for (const one of named)
    for (const rule of await segmentSources().listNamers(ctx.db, ctx.account, one)) rules.set(rule.id, rule);
  return {
    items: [
      ...rows.filter(isUsing).map(({ id, name }) => ({ id, name, kind: "segment" as const })),
      ...[...rules.values()].map(({ id, name }) => ({ id, name, kind: "automation" as const })),
    ],
  };
}

export async function getSegment(ctx: Ctx, { id }: { id: string }): Promise<Segment> {
  return toSegment(await requireSegment(ctx, id), await catalogOf(ctx));
}

/** True for one that stays as it was taken, so that nobody comes into it or leaves. */
export async function isSnapshot({ db, account }: Ctx, id: string): Promise<boolean> {
  return isId(id) && (await findSegmentRow(db, { account, id }))?.kind === "snapshot";
}

/** Adds a segment. A form sent twice has the same id both times and makes one. */
export async function createSegment(ctx: Ctx, input: Inputs["create"]): Promise<Segment> {
  requireWholeAccount(ctx);
  const name = cleanName(input.name);
  const kind = input.kind ?? "dynamic";
  return ctx.write(async (ctx) => {
    const rows = await lockSegmentRows(ctx.db, ctx.account);
    const catalog = await catalogOf(ctx, rows);
    const sent = rows.find(({ id }) => id === input.id);
    if (sent) return toSegment(sent, catalog);
    const condition = kind === "dynamic" ? await readCondition(ctx, input, catalog) : null;
    if (condition === undefined) throw failure(SEGMENT_ERRORS, "CONDITION_INVALID");
    const row = await addSegment(ctx, rows, { id: input.id, name, kind, condition });
    await ctx.announce(segmentCreated, { subject: row.id, payload: {} });
    return toSegment(row, catalog);
  });
}

export async function addSegment(
  ctx: Ctx,
  rows: readonly SegmentRow[],
  wanted: Pick<SegmentRow, "name" | "kind" | "condition"> & { id?: string | undefined; source_id?: string },
): Promise<SegmentRow> {
  if (rows.length >= SEGMENTS_MAX) throw failure(SEGMENT_ERRORS, "SEGMENT_LIMIT");
  const now = ctx.now().toISOString();
  const { id = ctx.newId(), ...fields } = wanted;
  const row = await insertSegmentRow(ctx.db, {
    ...fields,
    ...followed(fields),
    user_id: ctx.account,
    id,
    created_at: now,
    updated_at: now,
  });
  if (!row) throw failure(SEGMENT_ERRORS, "SEGMENT_NAME_TAKEN");
  return row;
}

/** Changes a segment. Absent fields stay. */
export async function updateSegment(ctx: Ctx, input: Inputs["update"]): Promise<Segment> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const rows = await lockSegmentRows(ctx.db, ctx.account);
    const row = rows.find(({ id }) => id === input.id.toLowerCase());
    if (!row) throw failure(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND");
    const catalog = await catalogOf(ctx, rows);
    const changes = await changesOf(ctx, { row, rows, catalog }, input);
    const fields = Object.keys(changes);
    if (fields.length === 0) return toSegment(row, catalog);
    if (input.updated_at !== undefined && !isSameTime(input.updated_at, row.updated_at))
      throw failure(SEGMENT_ERRORS, "CHANGED_MEANWHILE", { data: toSegment(row, catalog) });
    const updated_at = nextVersion(row.updated_at, ctx.now());
    const saved = await updateSegmentRow(ctx.db, {
      account: ctx.account,
      id: row.id,
      ...changes,
      ...(changes.condition && followed({ kind: row.kind, condition: changes.condition })),
      updated_at,
    });
    if (changes.condition) await refillAbout(ctx, rows, row.id);
    await ctx.announce(segmentUpdated, { subject: row.id, payload: { fields } });
    return toSegment(saved ?? row, catalog);
  });
}

/** What makes the sweep fill a segment, without announcing anybody. */
export function followed({ kind, condition }: Pick<SegmentRow, "kind" | "condition">) {
  if (kind !== "dynamic" || !condition) return {};
  return { watched: watchedBy(condition), is_filled: false, due_at: AT_ONCE };
}

/** Who's in segments that are about an edited one changes without anything happening to these people, either. */
async function refillAbout(ctx: Ctx, rows: readonly SegmentRow[], id: string): Promise<void> {
  const conditions = conditionsById(rows);
  for (const { kind, condition, ...row } of rows)
    if (
      kind === "dynamic" &&
      condition &&
      isAbout(condition, { id, conditionOf: (inner) => conditions.get(inner) })
    )
      await updateSegmentRow(ctx.db, { account: ctx.account, id: row.id, ...followed({ kind, condition }) });
}

interface Found {
  row: SegmentRow;
  rows: readonly SegmentRow[];
  catalog: Catalog;
}

async function changesOf(
  ctx: Ctx,
  { row, rows, catalog }: Found,
  input: Inputs["update"],
): Promise<Partial<Pick<SegmentRow, "name" | "condition">>> {
  const name = input.name === undefined ? row.name : cleanName(input.name);
  const isTaken = rows.some((one) => one.id !== row.id && one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw failure(SEGMENT_ERRORS, "SEGMENT_NAME_TAKEN");
  const condition = await readCondition(ctx, input, catalog);
  if (condition && row.kind !== "dynamic") throw failure(SEGMENT_ERRORS, "SEGMENT_FIXED");
  if (condition) requireFit({ row, rows, catalog }, condition);
  const isSame = JSON.stringify(condition) === JSON.stringify(row.condition);
  return { ...(name !== row.name && { name }), ...(condition && !isSame && { condition }) };
}

/** Rejects a condition that makes the segment part of itself, or this or another one too large. */
function requireFit({ row, rows }: Found, condition: Condition): void {
  const conditions = conditionsById(rows);
  conditions.set(row.id, condition);
  const conditionOf = (id: string) => conditions.get(id);
  const circle = findCircle(row.id, conditionOf);
  if (circle) {
    const names = circle.map((id) => `“${rows.find((one) => one.id === id)?.name}”`).join(" → ");
    throw failure(SEGMENT_ERRORS, "SEGMENT_CIRCULAR", { message: circular(names) });
  }
  for (const [id, one] of conditions)
    if (one && !isSmall(one, conditionOf)) {
      const message = id === row.id ? TOO_LARGE : outgrown(rows.find((other) => other.id === id)?.name ?? "");
      throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message });
    }
}

const outgrown = (name: string) =>
  `With this, the segment “${name}”, which is about this one, gets too large.`;
const circular = (names: string) => `A segment can’t be part of itself: ${names}.`;

export async function deleteSegment(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const rows = await lockSegmentRows(ctx.db, ctx.account);
    const row = rows.find((one) => one.id === id.toLowerCase());
    if (!row) throw failure(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND");
    const inside = rows.filter(({ condition }) => condition && segmentsIn(condition).includes(row.id));
    const others = await segmentSources().listUses(ctx.db, ctx.account, row.id);
    const users = [...inside.map(({ name }) => name), ...others];
    if (users.length > 0)
      throw failure(SEGMENT_ERRORS, "SEGMENT_IN_USE", {
        message: inUse(users.map((name) => `“${name}”`).join(", ")),
      });
    await deleteSegmentRow(ctx.db, { account: ctx.account, id: row.id });
    await ctx.announce(segmentDeleted, { subject: row.id, payload: {} });
    return { id: row.id };
  });
}

const inUse = (names: string) => `This segment is used by ${names}. Change that first.`;

/** Returns the account's segment. Another account's isn't found. */
export async function requireSegment(ctx: Ctx, id: string): Promise<SegmentRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findSegmentRow(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(SEGMENT_ERRORS, "SEGMENT_NOT_FOUND");
  return row;
}

export function cleanName(raw: string): string {
  const name = oneLine(raw, SEGMENT_NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(SEGMENT_ERRORS, "SEGMENT_NAME_REQUIRED");
  return name;
}

export function toSegment(
  { user_id: _, watched: _watched, is_filled: _filled, due_at: _due, ...row }: SegmentRow,
  catalog: Catalog,
): Segment {
  return { ...row, text: row.condition ? printCondition(row.condition, catalog) : "" };
}
