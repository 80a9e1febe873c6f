/*
 * Webhooks: targets for an account's events, and the person responsible for each. `deliveries.ts` sends
 * messages, and `payloads.ts` builds them.
 */

import type * as z from "zod";
import { requireResponsiblePersonId } from "#src/features/identity/accounts/accounts.ts";
import { requireSameIdentity } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { requireRecentSignIn } from "#src/features/identity/accounts/reauthentication.ts";
import { requireWholeAccount, scopeMissing } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { makeSecret } from "#src/platform/crypto/webhook-signature.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import {
  EVENT_TYPES,
  type NewWebhook,
  type updateWebhookSchema,
  WEBHOOK_ERRORS,
  WEBHOOK_EVENTS,
  type Webhook,
} from "./contract.ts";
import { webhookCreated, webhookDeleted, webhookSecretRotated, webhookUpdated } from "./events.ts";
import { checkWebhookUrl, WEBHOOKS_MAX } from "./rules.ts";
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  updateSecret,
  updateWebhookRow,
  type WebhookRow,
  type WebhookWithMaker,
} from "./store.ts";

export async function listWebhooks(ctx: Ctx): Promise<{ items: Webhook[] }> {
  requireWholeAccount(ctx);
  const rows = await listWebhookRows(ctx.db, ctx.account);
  return { items: rows.map((row) => toWebhook(ctx, row)) };
}

export async function createWebhook(ctx: Ctx, input: { url: string; events: string[] }): Promise<NewWebhook> {
  requireWholeAccount(ctx);
  await requireProof(ctx);
  const made_by = requireResponsiblePersonId(ctx);
  const url = cleanUrl(ctx, input.url);
  const events = cleanEvents(input.events);
  requireSeen(ctx, events);
  return ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "webhooks", ctx.account);
    await requireSameIdentity(ctx);
    if ((await countWebhooks(ctx.db, ctx.account)) >= WEBHOOKS_MAX)
      throw failure(WEBHOOK_ERRORS, "WEBHOOK_LIMIT");
    const id = ctx.newId();
    const secret = makeSecret();
    const created_at = ctx.now().toISOString();
    const sealed = ctx.vault.seal(webhookSealPurpose(id), secret);
    await insertWebhook(ctx.db, {
      id,
      account: ctx.account,
      made_by,
      url,
      events,
      secret: sealed,
      created_at,
    });
    await ctx.announce(webhookCreated, { subject: id, payload: {} });
    return { ...toWebhook(ctx, await requireWebhook(ctx, id)), secret };
  });
}

/** The person who saves a webhook is responsible for it from then on: it receives what they may see. */
export async function updateWebhook(
  ctx: Ctx,
  { id, url, events, is_enabled }: z.output<typeof updateWebhookSchema>,
): Promise<Webhook> {
  requireWholeAccount(ctx);
  // Controlling the target of events amounts to reading them.
  if (url !== undefined) await requireProof(ctx);
  const made_by = requireResponsiblePersonId(ctx);
  const wanted: Partial<WebhookRow> = {
    ...(url !== undefined && { url: cleanUrl(ctx, url) }),
    ...(events !== undefined && { events: cleanEvents(events) }),
  };
  return ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    const row = await requireWebhook(ctx, id);
    requireSeen(ctx, wanted.events ?? row.events);
    if (is_enabled !== undefined && is_enabled !== (row.disabled_at === null))
      Object.assign(
        wanted,
        is_enabled ? ON : { disabled_at: ctx.now().toISOString(), disabled_because: "paused" },
      );
    const changes = differences(row, wanted);
    if (row.made_by !== made_by) Object.assign(changes, { made_by });
    const fields = Object.keys(changes);
    if (fields.length === 0) return toWebhook(ctx, row);
    await updateWebhookRow(ctx.db, { account: ctx.account, id, ...changes });
    await ctx.announce(webhookUpdated, { subject: id, payload: { fields } });
    return toWebhook(ctx, await requireWebhook(ctx, id));
  });
}

const ON = { disabled_at: null, disabled_because: null, failing_since: null };

function differences(row: WebhookRow, wanted: Partial<WebhookRow>): Partial<WebhookRow> {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(row[field as keyof WebhookRow]),
  );
  return Object.fromEntries(changed);
}

export async function rotateSecret(
  ctx: Ctx,
  { id, overlap_hours }: { id: string; overlap_hours: number },
): Promise<NewWebhook> {
  requireWholeAccount(ctx);
  await requireRecentSignIn(ctx);
  const secret = makeSecret();
  const old_until = addHours(ctx.now(), overlap_hours);
  return ctx.write(async (ctx) => {
    await requireWebhook(ctx, id);
    const sealed = ctx.vault.seal(webhookSealPurpose(id), secret);
    await updateSecret(ctx.db, { account: ctx.account, id, secret: sealed, old_until });
    await ctx.announce(webhookSecretRotated, { subject: id, payload: {} });
    return { ...toWebhook(ctx, await requireWebhook(ctx, id)), secret };
  });
}

export async function deleteWebhook(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    await requireWebhook(ctx, id);
    await deleteWebhookRow(ctx.db, { account: ctx.account, id });
    await ctx.announce(webhookDeleted, { subject: id, payload: {} });
    return { id };
  });
}

export async function requireWebhook(ctx: Ctx, id: string): Promise<WebhookWithMaker> {
  const row = isId(id) ? await findWebhook(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(WEBHOOK_ERRORS, "WEBHOOK_NOT_FOUND");
  return row;
}

/**
 * Returns the secrets that messages are currently signed with. Empty if the instance has lost the secret that
 * encrypts them.
 */
export function secretsOf({ vault, now }: Platform, row: WebhookRow): string[] {
  const isOldUsed = row.old_until !== null && row.old_until > now().toISOString();
  return [row.secret, isOldUsed ? row.old_secret : null].flatMap((sealed) => {
    const secret = sealed === null ? undefined : vault.open(webhookSealPurpose(row.id), sealed);
    return secret ?? [];
  });
}

export const webhookSealPurpose = (id: string) => `webhooks.secret ${id}`;

/** True if the responsible person still has access. */
export function hasAuthorizedMaker({ role, maker_profile_ids }: WebhookWithMaker): boolean {
  return role !== null && maker_profile_ids === null;
}

const REFUSALS = {
  insecure: "WEBHOOK_URL_INSECURE",
  dangerous: "WEBHOOK_URL_DANGEROUS",
  empty: "WEBHOOK_URL_INVALID",
  too_long: "WEBHOOK_URL_INVALID",
  not_a_url: "WEBHOOK_URL_INVALID",
} as const;

function cleanUrl({ outbound }: Platform, url: string): string {
  const checked = checkWebhookUrl(url, outbound.allowsLocal);
  if (!checked.ok) throw failure(WEBHOOK_ERRORS, REFUSALS[checked.reason]);
  return checked.url;
}

/** Returns each once, in the order of the list. */
function cleanEvents(events: readonly string[]): string[] {
  const known = EVENT_TYPES.filter((type) => events.includes(type));
  if (known.length === 0) throw failure(WEBHOOK_ERRORS, "WEBHOOK_EVENTS_MISSING");
  return known;
}

/** The creator of an API key proved who they are at the time. */
async function requireProof(ctx: Ctx): Promise<void> {
  if (ctx.actor.type !== "api-key") await requireRecentSignIn(ctx);
}

/** A key must not send anyone data that it couldn't read itself. */
function requireSeen({ actor }: Ctx, events: readonly string[]): void {
  if (actor.type !== "api-key") return;
  const taken = WEBHOOK_EVENTS.filter(({ type }) => events.includes(type));
  const missing = taken.find(({ permission }) => !actor.permissions.includes(permission));
  if (missing) throw scopeMissing(missing.permission);
}

function toWebhook({ now }: Platform, row: WebhookWithMaker): Webhook {
  const { id, url, events, failing_since, disabled_at, disabled_because, old_until, created_at } = row;
  return {
    id,
    url,
    events,
    state: stateOf(row),
    failing_since,
    disabled_at,
    disabled_because,
    old_until: old_until !== null && old_until > now().toISOString() ? old_until : null,
    made_by: { id: row.made_by, name: row.maker_name },
    created_at,
  };
}

function stateOf(row: WebhookWithMaker): Webhook["state"] {
  if (row.disabled_at !== null) return "disabled";
  if (!hasAuthorizedMaker(row)) return "idle";
  return row.failing_since === null ? "active" : "failing";
}
