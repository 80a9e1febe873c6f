/*
 * Sequences: what happens by itself to each fan who gets in. This file has people's actions on them; `publication.ts`
 * freezes a draft as a version, `triggers.ts` lets fans in, `steps.ts` takes their steps, and `enrollments.ts` has people's
 * actions on those inside. `delivery` sends the e-mail, in a batch for each step of a version.
 */

import { isDeepStrictEqual } from "node:util";
import type { InferContractRouterInputs } from "@orpc/contract";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { deleteBatch, moveBatch } from "#src/features/email/delivery/delivery.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { attachFiles } from "#src/features/email/templates/files/files.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { isSameTime, nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { changesTo } from "#src/platform/db/changes.ts";
import { enqueueAdvance } from "./advance-job.ts";
import { SEQUENCE_ERRORS, type Sequence, type SequenceSummary, type sequencesContract } from "./contract.ts";
import { type Definition, EMPTY_DEFINITION, type Step } from "./definition-rules.ts";
import { updateBacklog } from "./enrollment-store.ts";
import { sequenceCreated, sequenceDeleted, sequenceMoved, sequenceUpdated } from "./events.ts";
import { endInside } from "./exits.ts";
import { fillMatches } from "./matches.ts";
import { SEQUENCE_NAME_CHARS_MAX, SEQUENCES_MAX, type SequenceState } from "./rules.ts";
import {
  countPeople,
  countSequences,
  deleteSequenceRows,
  findSequence,
  insertSequence,
  listBatchIds,
  listSequenceRows,
  lockSequence,
  NOBODY,
  type PeopleCounts,
  type SequenceRow,
  updateSequenceRow,
} from "./store.ts";
import { listUsesOfSequence } from "./uses.ts";
import { findPublished } from "./versions.ts";

type Inputs = InferContractRouterInputs<typeof sequencesContract>;

export async function listSequences(ctx: Ctx): Promise<{ items: SequenceSummary[] }> {
  requireWholeAccount(ctx);
  const rows = await listSequenceRows(ctx.db, ctx.account);
  const counts = await countPeople(ctx.db, { user_id: ctx.account });
  return {
    items: rows.map((row) => ({
      ...summaryOf(row, counts.get(row.id) ?? NOBODY),
      mails: row.mails,
      starts_on: startsOn(row.pages),
    })),
  };
}

/** One trigger for all pages outdoes those for some. */
function startsOn(pages: readonly string[][]): string[] | null {
  if (pages.length === 0) return null;
  return pages.some((ids) => ids.length === 0) ? [] : [...new Set(pages.flat())];
}

function summaryOf(row: Omit<SequenceRow, "draft">, counts: PeopleCounts) {
  const { id, name, state, state_reason, state_at, version, created_at, updated_at } = row;
  return { id, name, state, state_reason, state_at, version, counts, created_at, updated_at };
}

export async function getSequence(ctx: Ctx, { id }: { id: string }): Promise<Sequence> {
  return toSequence(ctx, await requireSequence(ctx, id));
}

export async function toSequence(ctx: Ctx, row: SequenceRow): Promise<Sequence> {
  const counts = await countPeople(ctx.db, { user_id: ctx.account, id: row.id });
  const published = await findPublished(ctx, row);
  return {
    ...summaryOf(row, counts.get(row.id) ?? NOBODY),
    draft: row.draft,
    is_changed: !isDeepStrictEqual(published?.definition, row.draft),
  };
}

export async function requireSequence(ctx: Ctx, id: string): Promise<SequenceRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findSequence(ctx.db, { user_id: ctx.account, id }) : undefined;
  if (!row) throw failure(SEQUENCE_ERRORS, "SEQUENCE_NOT_FOUND");
  return row;
}

/** Locks a sequence until the transaction ends. */
export async function requireLocked(ctx: Ctx, id: string): Promise<SequenceRow> {
  await requireSequence(ctx, id);
  const row = await lockSequence(ctx.db, { user_id: ctx.account, id });
  if (!row) throw failure(SEQUENCE_ERRORS, "SEQUENCE_NOT_FOUND");
  return row;
}

/** A form sent twice has the same id both times and adds one. */
export async function createSequence(
  ctx: Ctx,
  { id = ctx.newId(), name: raw, draft = EMPTY_DEFINITION }: Inputs["create"] & { draft?: Definition },
): Promise<Sequence> {
  requireWholeAccount(ctx);
  const name = cleanName(raw);
  return ctx.write(async (ctx) => {
    const now = ctx.now().toISOString();
    const isNew = await insertSequence(ctx.db, {
      user_id: ctx.account,
      id,
      name,
      draft: await attachedIn(ctx, draft),
      state_at: now,
      created_by: actorId(ctx),
      created_at: now,
      updated_at: now,
    });
    if (isNew && (await countSequences(ctx.db, ctx.account)) > SEQUENCES_MAX)
      throw failure(SEQUENCE_ERRORS, "SEQUENCE_LIMIT");
    if (isNew) await ctx.announce(sequenceCreated, { subject: id, payload: {} });
    return getSequence(ctx, { id });
  });
}

export function cleanName(raw: string): string {
  const name = oneLine(raw, SEQUENCE_NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(SEQUENCE_ERRORS, "SEQUENCE_NAME_MISSING");
  return name;
}

/** Changes a sequence's name or draft. Absent fields stay. What's published stays as it is. */
export function updateSequence(
  ctx: Ctx,
  { id, name: raw, draft, updated_at: version }: Inputs["update"] & { draft?: Definition },
): Promise<Sequence> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const wanted: Partial<SequenceRow> = {
      ...(raw !== undefined && { name: cleanName(raw) }),
      ...(draft !== undefined && { draft: await attachedIn(ctx, draft) }),
    };
    const changes = changesTo(row, wanted);
    const fields = Object.keys(changes);
    if (fields.length === 0) return toSequence(ctx, row);
    if (version !== undefined && !isSameTime(version, row.updated_at))
      throw failure(SEQUENCE_ERRORS, "CHANGED_MEANWHILE", { data: await toSequence(ctx, row) });
    const updated_at = nextVersion(row.updated_at, ctx.now());
    await updateSequenceRow(ctx.db, { user_id: ctx.account, id, ...changes, updated_at });
    await ctx.announce(sequenceUpdated, { subject: id, payload: { fields } });
    return getSequence(ctx, { id });
  });
}

/** A definition with the files that its e-mail names, which are the account's own. */
export async function attachedIn(ctx: Ctx, definition: Definition): Promise<Definition> {
  const attach = async (steps: readonly Step[]): Promise<Step[]> => {
    const attached: Step[] = [];
    for (const step of steps) attached.push(await attachTo(step));
    return attached;
  };
  const attachTo = async (step: Step): Promise<Step> => {
    if (step.type === "send" && step.mail.attachments.length > 0)
      return { ...step, mail: { ...step.mail, attachments: await attachFiles(ctx, step.mail.attachments) } };
    if (step.type === "branch") return { ...step, yes: await attach(step.yes), no: await attach(step.no) };
    if (step.type !== "split") return step;
    const parts = [];
    for (const part of step.parts) parts.push({ ...part, steps: await attach(part.steps) });
    return { ...step, parts };
  };
  return { ...definition, steps: await attach(definition.steps) };
}

export function deleteSequence(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    if (row.state !== "draft" && row.state !== "stopped") throw failure(SEQUENCE_ERRORS, "SEQUENCE_ACTIVE");
    const users = await listUsesOfSequence(ctx.db, ctx.account, row.id);
    if (users.length > 0)
      throw failure(SEQUENCE_ERRORS, "SEQUENCE_IN_USE", {
        message: inUse(users.map((name) => `“${name}”`).join(", ")),
      });
    const key = { user_id: ctx.account, id };
    for (const batch of await listBatchIds(ctx.db, key)) await deleteBatch(ctx, batch);
    await deleteSequenceRows(ctx.db, key);
    await ctx.announce(sequenceDeleted, { subject: id, payload: {} });
    return { id };
  });
}

const inUse = (names: string) => `This sequence is used by ${names}. Change that first.`;

/** Moves a sequence that's in one of these states, or throws, and its e-mail that waits along with it. */
async function move(
  ctx: Ctx,
  row: SequenceRow,
  { from, to, reason = "" }: { from: readonly SequenceState[]; to: SequenceState; reason?: string },
): Promise<void> {
  if (!from.includes(row.state)) throw failure(SEQUENCE_ERRORS, "SEQUENCE_STATE");
  const at = ctx.now().toISOString();
  const key = { user_id: row.user_id, id: row.id };
  await updateSequenceRow(ctx.db, {
    ...key,
    state: to,
    state_reason: reason,
    state_at: at,
    updated_at: nextVersion(row.updated_at, ctx.now()),
  });
  const batch = { active: "sending", paused: "paused", stopped: "canceled", draft: "paused" } as const;
  for (const id of await listBatchIds(ctx.db, key))
    await moveBatch(ctx, { user_id: row.user_id, id }, batch[to]);
  await ctx.announce(sequenceMoved, { subject: row.id, payload: { to, reason } });
}

export function pauseSequence(ctx: Ctx, { id }: { id: string }): Promise<Sequence> {
  return ctx.write(async (ctx) => {
    await move(ctx, await requireLocked(ctx, id), { from: ["active"], to: "paused" });
    return getSequence(ctx, { id });
  });
}

/** Pauses a sequence because too much went wrong with its e-mail. False if it isn't active anymore. */
export async function haltSequence(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const row = await lockSequence(ctx.db, { user_id: ctx.account, id });
  if (row?.state !== "active") return false;
  await move(ctx, row, { from: ["active"], to: "paused", reason });
  return true;
}

export async function resumeSequence(ctx: Ctx, { id, backlog }: Inputs["resume"]): Promise<Sequence> {
  await requireSequence(ctx, id);
  await requireSendingAllowed(ctx);
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    await move(ctx, row, { from: ["paused"], to: "active" });
    // Nobody was let in meanwhile, and whoever got a tag then doesn't come in by a later change.
    const published = await findPublished(ctx, row);
    if (published) await fillMatches(ctx, id, published.definition);
    const now = ctx.now().toISOString();
    if (backlog === "spread" || backlog === "skip")
      await updateBacklog(ctx.db, { user_id: ctx.account, id, now, backlog });
    await enqueueAdvance(ctx, { account: ctx.account, id });
    return getSequence(ctx, { id });
  });
}

/** Everyone inside leaves, and what waits to go out doesn't. */
export function stopSequence(ctx: Ctx, { id }: { id: string }): Promise<Sequence> {
  return ctx.write(async (ctx) => {
    await move(ctx, await requireLocked(ctx, id), { from: ["active", "paused"], to: "stopped" });
    await endInside(ctx, { sequence_id: id, reason: "stopped" });
    return getSequence(ctx, { id });
  });
}
