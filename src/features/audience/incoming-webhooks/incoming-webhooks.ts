/*
 * Incoming webhooks: URLs that an account's other programs send to. `reception.ts` takes in what they send and announces
 * it; sequences and rules start by it.
 */

import { hash, randomBytes } from "node:crypto";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { grantOn, requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INCOMING_PATH } from "#src/lib/paths.ts";
import { isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { FlatBody } from "./body-rules.ts";
import {
  INCOMING_ERRORS,
  type IncomingCall,
  type IncomingChanges,
  type IncomingForm,
  type IncomingWebhook,
  type NewIncomingWebhook,
} from "./contract.ts";
import {
  incomingWebhookCreated,
  incomingWebhookDeleted,
  incomingWebhookUpdated,
  incomingWebhookUrlRotated,
} from "./events.ts";
import { CALLS_KEPT, INCOMING_NAME_CHARS_MAX, INCOMING_WEBHOOKS_MAX } from "./rules.ts";
import {
  countIncoming,
  deleteIncomingRow,
  findIncoming,
  type IncomingRow,
  insertIncoming,
  listCallRows,
  listIncomingRows,
  updateIncomingRow,
} from "./store.ts";

const TOKEN_BYTES = 24;

export const secretPurpose = ({ id }: { id: string }) => `incoming-webhooks.secret ${id}`;

export const tokenHash = (token: string) => hash("sha256", token, "hex");

export async function listIncomingWebhooks(ctx: Ctx): Promise<{ items: IncomingWebhook[] }> {
  requireWholeAccount(ctx);
  return { items: (await listIncomingRows(ctx.db, ctx.account)).map(toIncoming) };
}

export async function createIncomingWebhook(ctx: Ctx, form: IncomingForm): Promise<NewIncomingWebhook> {
  requireWholeAccount(ctx);
  const { secret, ...given } = form;
  const name = cleanName(given.name);
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "incoming-webhooks", ctx.account);
    if ((await countIncoming(ctx.db, ctx.account)) >= INCOMING_WEBHOOKS_MAX)
      throw failure(INCOMING_ERRORS, "INCOMING_LIMIT");
    const [id, token] = [ctx.newId(), newToken()];
    await insertIncoming(ctx.db, {
      ...given,
      user_id: ctx.account,
      id,
      name,
      token_hash: tokenHash(token),
      secret: secret && ctx.vault.seal(secretPurpose({ id }), secret),
      created_at: ctx.now().toISOString(),
    });
    await ctx.announce(incomingWebhookCreated, { subject: id, payload: {} });
    return { ...toIncoming(await requireIncoming(ctx, id)), url: urlOf(ctx, token) };
  });
}

/** Absent fields stay. */
export function updateIncomingWebhook(
  ctx: Ctx,
  { id, name, secret, ...rest }: IncomingChanges,
): Promise<IncomingWebhook> {
  return ctx.write(async (ctx) => {
    const row = await requireIncoming(ctx, id);
    const wanted: Partial<IncomingRow> = {
      ...rest,
      ...(name !== undefined && { name: cleanName(name) }),
      ...(secret !== undefined && { secret: secret && ctx.vault.seal(secretPurpose(row), secret) }),
    };
    const changes = Object.fromEntries(
      Object.entries(wanted).filter(
        ([field, value]) => value !== undefined && value !== row[field as keyof IncomingRow],
      ),
    );
    const fields = Object.keys(changes);
    if (fields.length === 0) return toIncoming(row);
    await updateIncomingRow(ctx.db, { account: ctx.account, id }, changes);
    await ctx.announce(incomingWebhookUpdated, { subject: row.id, payload: { fields } });
    return toIncoming({ ...row, ...changes });
  });
}

export function rotateIncomingUrl(ctx: Ctx, { id }: { id: string }): Promise<NewIncomingWebhook> {
  return ctx.write(async (ctx) => {
    const row = await requireIncoming(ctx, id);
    const token = newToken();
    await updateIncomingRow(ctx.db, { account: ctx.account, id }, { token_hash: tokenHash(token) });
    await ctx.announce(incomingWebhookUrlRotated, { subject: row.id, payload: {} });
    return { ...toIncoming(row), url: urlOf(ctx, token) };
  });
}

export function deleteIncomingWebhook(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.write(async (ctx) => {
    const row = await requireIncoming(ctx, id);
    await deleteIncomingRow(ctx.db, { account: ctx.account, id });
    await ctx.announce(incomingWebhookDeleted, { subject: row.id, payload: {} });
    return { id };
  });
}

export async function listIncomingCalls(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ items: IncomingCall[] }> {
  const row = await requireIncoming(ctx, id);
  const calls = await listCallRows(ctx.db, { account: ctx.account, id: row.id }, CALLS_KEPT);
  const isMasked = grantOn(ctx, "leads.see") !== "full";
  return {
    items: calls.map(({ user_id: _, webhook_id: __, body, ...call }) => ({
      ...call,
      body: isMasked ? emptyBody(body) : body,
    })),
  };
}

/** Who may not see leads sees only what’s in a body, and not what it says. */
const emptyBody = (body: FlatBody): FlatBody =>
  Object.fromEntries(Object.keys(body).map((path) => [path, null]));

export async function requireIncoming(ctx: Ctx, id: string): Promise<IncomingRow> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findIncoming(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(INCOMING_ERRORS, "INCOMING_NOT_FOUND");
  return row;
}

const newToken = () => randomBytes(TOKEN_BYTES).toString("base64url");

const urlOf = (ctx: Ctx, token: string) => `${ctx.instance.publicUrl}${INCOMING_PATH}${token}`;

function cleanName(raw: string): string {
  const name = oneLine(raw, INCOMING_NAME_CHARS_MAX);
  if (isBlank(name)) throw failure(INCOMING_ERRORS, "INCOMING_NAME_MISSING");
  return name;
}

function toIncoming({ user_id: _, token_hash: __, secret, ...row }: IncomingRow): IncomingWebhook {
  return { ...row, is_signed: secret !== null };
}
