/*
 * Automations, which screens call rules: what's done by itself when something happens. This file has people's actions on
 * them; `activation.ts` freezes a draft as a version, the database's triggers write down what happens (`migrations/`),
 * `sweep.ts` decides what it starts, and `runs.ts` goes on with what was started. `delivery` sends the e-mail, in a batch
 * for each action of a version.
 */

import { isDeepStrictEqual } from "node:util";
import type { InferContractRouterInputs } from "@orpc/contract";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { deleteBatch, moveBatch } from "#src/features/email/delivery/delivery.ts";
import { attachFiles } from "#src/features/email/templates/files/files.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { isBlank } from "#src/lib/text.ts";
import { addDays, isSameTime, nextVersion } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import { makeSecret } from "#src/platform/crypto/webhook-signature.ts";
import { changesTo } from "#src/platform/db/changes.ts";
import {
  AUTOMATION_ERRORS,
  type Automation,
  type AutomationSummary,
  type automationsContract,
} from "./contract.ts";
import { type Action, type Definition, EMPTY_DEFINITION, outlineOf } from "./definition-rules.ts";
import {
  automationCreated,
  automationDeleted,
  automationHalted,
  automationMoved,
  automationSecretReplaced,
  automationUpdated,
} from "./events.ts";
import { AUTOMATION_NAME_CHARS_MAX, AUTOMATIONS_MAX } from "./rules.ts";
import {
  type AutomationRow,
  type Counts,
  countAutomations,
  countRuns,
  deleteAutomationRows,
  deleteUnwatched,
  findAutomation,
  findPublished,
  insertAutomation,
  listAutomationRows,
  listBatchIds,
  lockAutomation,
  NONE,
  updateAutomationRow,
} from "./store.ts";

type Inputs = InferContractRouterInputs<typeof automationsContract>;

const sinceYesterday = (ctx: Ctx) => addDays(ctx.now(), -1);

export async function listAutomations(ctx: Ctx): Promise<{ items: AutomationSummary[] }> {
  requireWholeAccount(ctx);
  const rows = await listAutomationRows(ctx.db, ctx.account);
  const counts = await countRuns(ctx.db, { user_id: ctx.account, since: sinceYesterday(ctx) });
  return {
    items: rows.map((row) => ({
      ...summaryOf(row, counts.get(row.id) ?? NONE),
      outline: outlineOf(row.outline),
    })),
  };
}

function summaryOf(row: Omit<AutomationRow, "draft">, { ran_at, ...counts }: Counts) {
  const { id, name, state, state_reason, state_at, version, created_at, updated_at } = row;
  return { id, name, state, state_reason, state_at, version, counts, ran_at, created_at, updated_at };
}

export async function getAutomation(ctx: Ctx, { id }: { id: string }): Promise<Automation> {
  return toAutomation(ctx, await requireAutomation(ctx, id));
}

async function toAutomation(ctx: Ctx, row: AutomationRow): Promise<Automation> {
  const of = { user_id: ctx.account, id: row.id, since: sinceYesterday(ctx) };
  const counts = await countRuns(ctx.db, of);
  const published = await findPublished(ctx.db, row);
  return {
    ...summaryOf(row, counts.get(row.id) ?? NONE),
    draft: row.draft,
    is_changed: !isDeepStrictEqual(published?.definition, row.draft),
    has_secret: row.secret !== null,
  };
}

export async function requireAutomation(ctx: Ctx, id: string): Promise<AutomationRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findAutomation(ctx.db, { user_id: ctx.account, id }) : undefined;
  if (!row) throw failure(AUTOMATION_ERRORS, "AUTOMATION_NOT_FOUND");
  return row;
}

/** Locks a rule until the transaction ends. */
export async function requireLocked(ctx: Ctx, id: string): Promise<AutomationRow> {
  await requireAutomation(ctx, id);
  const row = await lockAutomation(ctx.db, { user_id: ctx.account, id });
  if (!row) throw failure(AUTOMATION_ERRORS, "AUTOMATION_NOT_FOUND");
  return row;
}

/** A form sent twice has the same id both times and adds one. */
export async function createAutomation(
  ctx: Ctx,
  { id = ctx.newId(), name: raw, draft = EMPTY_DEFINITION }: Inputs["create"] & { draft?: Definition },
): Promise<Automation> {
  requireWholeAccount(ctx);
  const name = cleanName(raw);
  return ctx.write(async (ctx) => {
    const now = ctx.now().toISOString();
    const isNew = await insertAutomation(ctx.db, {
      user_id: ctx.account,
      id,
      name,
      draft: await attachedIn(ctx, draft),
      state_at: now,
      created_by: actorId(ctx),
      created_at: now,
      updated_at: now,
    });
    if (isNew && (await countAutomations(ctx.db, ctx.account)) > AUTOMATIONS_MAX)
      throw failure(AUTOMATION_ERRORS, "AUTOMATION_LIMIT");
    if (isNew) await ctx.announce(automationCreated, { subject: id, payload: {} });
    return getAutomation(ctx, { id });
  });
}

function cleanName(raw: string): string {
  const name = oneLine(raw, AUTOMATION_NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(AUTOMATION_ERRORS, "AUTOMATION_NAME_MISSING");
  return name;
}

/** Changes a rule's name or draft. Absent fields stay. What runs stays as it is. */
export function updateAutomation(
  ctx: Ctx,
  { id, name: raw, draft, updated_at: version }: Inputs["update"] & { draft?: Definition },
): Promise<Automation> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const wanted: Partial<AutomationRow> = {
      ...(raw !== undefined && { name: cleanName(raw) }),
      ...(draft !== undefined && { draft: await attachedIn(ctx, draft) }),
    };
    const changes = changesTo(row, wanted);
    const fields = Object.keys(changes);
    if (fields.length === 0) return toAutomation(ctx, row);
    if (version !== undefined && !isSameTime(version, row.updated_at))
      throw failure(AUTOMATION_ERRORS, "CHANGED_MEANWHILE", { data: await toAutomation(ctx, row) });
    const updated_at = nextVersion(row.updated_at, ctx.now());
    await updateAutomationRow(ctx.db, { user_id: ctx.account, id, ...changes, updated_at });
    await ctx.announce(automationUpdated, { subject: id, payload: { fields } });
    return getAutomation(ctx, { id });
  });
}

/** A definition with the files that its e-mail names, which are the account's own. */
async function attachedIn(ctx: Ctx, definition: Definition): Promise<Definition> {
  const actions: Action[] = [];
  for (const action of definition.actions)
    if (action.type === "send" && action.mail.attachments.length > 0)
      actions.push({
        ...action,
        mail: { ...action.mail, attachments: await attachFiles(ctx, action.mail.attachments) },
      });
    else actions.push(action);
  return { ...definition, actions };
}

export function deleteAutomation(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    if (row.state === "active") throw failure(AUTOMATION_ERRORS, "AUTOMATION_ACTIVE");
    const key = { user_id: ctx.account, id };
    for (const batch of await listBatchIds(ctx.db, key)) await deleteBatch(ctx, batch);
    await deleteAutomationRows(ctx.db, key);
    await deleteUnwatched(ctx.db, ctx.account);
    await ctx.announce(automationDeleted, { subject: id, payload: {} });
    return { id };
  });
}

/** Turns an active rule off, and its e-mail that waits along with it. */
async function turnOff(ctx: Ctx, row: AutomationRow, reason: string): Promise<void> {
  const key = { user_id: row.user_id, id: row.id };
  await updateAutomationRow(ctx.db, {
    ...key,
    state: "paused",
    state_reason: reason,
    state_at: ctx.now().toISOString(),
    watched: [],
    updated_at: nextVersion(row.updated_at, ctx.now()),
  });
  for (const id of await listBatchIds(ctx.db, key))
    await moveBatch(ctx, { user_id: row.user_id, id }, "paused");
  await ctx.announce(automationMoved, { subject: row.id, payload: { to: "paused", reason } });
}

export function pauseAutomation(ctx: Ctx, { id }: { id: string }): Promise<Automation> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    if (row.state !== "active") throw failure(AUTOMATION_ERRORS, "AUTOMATION_STATE");
    await turnOff(ctx, row, "");
    return getAutomation(ctx, { id });
  });
}

export type Chain = { automation_id: string; name: string }[];

/** Turns a rule off because too much went wrong, and tells. False if it isn't active anymore. */
export function haltAutomation(
  ctx: Ctx,
  id: string,
  { reason, chain = [] }: { reason: string; chain?: Chain },
): Promise<boolean> {
  return ctx.write(async (ctx) => {
    const row = await lockAutomation(ctx.db, { user_id: ctx.account, id });
    if (row?.state !== "active") return false;
    await turnOff(ctx, row, reason);
    await ctx.announce(automationHalted, { subject: id, payload: { reason, chain } });
    return true;
  });
}

export const secretPurpose = (id: string) => `automations.secret ${id}`;

/** Replaces what the rule's webhooks are signed with. Nothing else ever shows it. */
export function rotateSecret(ctx: Ctx, { id }: { id: string }): Promise<{ secret: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireLocked(ctx, id);
    const secret = makeSecret();
    const sealed = ctx.vault.seal(secretPurpose(row.id), secret);
    await updateAutomationRow(ctx.db, { user_id: ctx.account, id: row.id, secret: sealed });
    await ctx.announce(automationSecretReplaced, { subject: row.id, payload: {} });
    return { secret };
  });
}
