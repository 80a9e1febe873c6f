import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import type { Role } from "#src/lib/access.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { signedHeaders } from "#src/platform/crypto/webhook-signature.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { SafeFetchFailure, type SafeFetchProblem } from "#src/platform/outbound/safe-fetch.ts";
import { type Delivery, WEBHOOK_ERRORS } from "./contract.ts";
import {
  type DeliveryRow,
  deleteDeliveriesBefore,
  findDelivery,
  getLane,
  insertDelivery,
  listDeliveryRows,
  updateTurn,
} from "./delivery-store.ts";
import { webhookDisabled } from "./events.ts";
import { webhookDisabledMail } from "./mails.ts";
import { composeMessage } from "./payloads.ts";
import {
  ANSWER_BYTES_KEPT,
  DELIVERY_DAYS_KEPT,
  type DisabledReason,
  GONE,
  RECEIVER_MS_MAX,
  reasonToDisable,
  TEST_TYPE,
  waitAfter,
} from "./rules.ts";
import {
  deleteFailingSince,
  findWebhook,
  updateFailingSince,
  updateWebhookDisabled,
  type WebhookWithMaker,
} from "./store.ts";
import { hasAuthorizedMaker, requireWebhook, secretsOf } from "./webhooks.ts";

const PAGE_ROWS = 50;
const PRUNED_ROWS = 1000;

const turnSchema = z.object({ account: z.string(), id: z.string(), turn: z.number() });
type Turn = z.output<typeof turnSchema>;

/** A lost outcome doesn't count as an attempt, because the job's own retries are for killed processes. */
export const deliverJob: JobType<Turn> = { name: "webhooks.deliver", class: "webhooks", data: turnSchema };

export async function listDeliveries(
  ctx: Ctx,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<{ items: Delivery[]; next?: string }> {
  requireWholeAccount(ctx);
  await requireWebhook(ctx, id);
  const { rows, next } = await listDeliveryRows(ctx.db, { webhookId: id, cursor, rows: PAGE_ROWS });
  return { items: rows.map(({ delivery }) => toDelivery(delivery)), ...(next !== undefined && { next }) };
}

export async function sendTest(ctx: Ctx, { id: webhook_id }: { id: string }): Promise<Delivery> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const webhook = await requireEnabled(ctx, webhook_id);
    const id = ctx.newId();
    const now = ctx.now().toISOString();
    const row = { id, account: ctx.account, webhook_id, type: TEST_TYPE, created_at: now, due_at: now };
    await insertDelivery(ctx.db, row);
    await enqueueTurn(ctx, { account: ctx.account, id, turn: 0 }, { webhook });
    return toDelivery(await requireDelivery(ctx, { id: webhook_id, delivery_id: id }));
  });
}

/** Sends a message again under the same id, so that receivers recognize it. */
export async function redeliver(ctx: Ctx, input: { id: string; delivery_id: string }): Promise<Delivery> {
  requireWholeAccount(ctx);
  return ctx.write(async (ctx) => {
    const webhook = await requireEnabled(ctx, input.id);
    const row = await requireDelivery(ctx, input);
    const again = { state: "pending", tries: 0, due_at: ctx.now().toISOString() } as const;
    if (row.state === "pending" || !(await updateTurn(ctx.db, row, again)))
      throw failure(WEBHOOK_ERRORS, "DELIVERY_PENDING");
    await enqueueTurn(ctx, { account: ctx.account, id: row.id, turn: row.turn + 1 }, { webhook });
    return toDelivery(await requireDelivery(ctx, input));
  });
}

async function requireEnabled(ctx: Ctx, id: string): Promise<WebhookWithMaker> {
  const webhook = await requireWebhook(ctx, id);
  if (webhook.disabled_at !== null) throw failure(WEBHOOK_ERRORS, "WEBHOOK_DISABLED");
  return webhook;
}

async function requireDelivery(
  ctx: Ctx,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<DeliveryRow> {
  const row = isId(delivery_id)
    ? await findDelivery(ctx.db, { account: ctx.account, id: delivery_id })
    : undefined;
  if (row?.webhook_id !== id) throw failure(WEBHOOK_ERRORS, "DELIVERY_NOT_FOUND");
  return row;
}

async function enqueueTurn(
  platform: Platform,
  turn: Turn,
  { webhook, delaySeconds = 0 }: { webhook: WebhookWithMaker; delaySeconds?: number },
): Promise<void> {
  const lane = await getLane(platform.db, webhook);
  await platform.enqueue(deliverJob, turn, { delaySeconds, group: groupOf(turn, lane) });
}

export function groupOf({ account }: Turn, lane: number): string {
  return `${account} ${lane}`;
}

interface Outcome {
  isDelivered: boolean;
  status: number | null;
  duration_ms: number | null;
  outcome: string;
  answer: string;
  /** Set if another attempt won't help. */
  isFinal?: boolean;
}

/**
 * Makes one attempt. Sending and recording are commits in two systems: a kill in between loses the record,
 * and the message goes out again under the same id.
 */
export async function deliver(platform: Platform, { account, id, turn }: Turn): Promise<void> {
  const row = await findDelivery(platform.db, { account, id });
  if (row?.state !== "pending" || row.turn !== turn) return;
  const webhook = await findWebhook(platform.db, { account, id: row.webhook_id });
  if (!webhook) return;
  const outcome = await attempt(platform, row, webhook);
  await platform.write((ctx) => recordOutcome(ctx, { row, webhook, outcome }));
}

const nothing = { isDelivered: false, status: null, duration_ms: null, answer: "" };
const giveUp = (outcome: string): Outcome => ({ ...nothing, outcome, isFinal: true });

async function attempt(platform: Platform, row: DeliveryRow, webhook: WebhookWithMaker): Promise<Outcome> {
  const { role } = webhook;
  if (webhook.disabled_at !== null) return giveUp("The webhook was off by then.");
  if (role === null || !hasAuthorizedMaker(webhook))
    return giveUp("The person who looked after this webhook may no longer do so. Save it to take over.");
  const secrets = secretsOf(platform, webhook);
  if (secrets.length === 0)
    return giveUp("We can no longer read this webhook’s secret. Replace it, then send this again.");
  const message = await composeMessage(platform, row, { ...webhook, role: role satisfies Role });
  if ("unsent" in message) return giveUp(message.unsent);
  return post(platform, { webhook, id: `msg_${row.id}`, secrets, body: message.body });
}

interface Post {
  webhook: WebhookWithMaker;
  id: string;
  secrets: string[];
  body: string;
}

async function post({ outbound, now }: Platform, { webhook, id, secrets, body }: Post): Promise<Outcome> {
  const headers = {
    "content-type": "application/json",
    accept: "*/*",
    ...signedHeaders({ id, sentAt: now(), body }, secrets),
  };
  const started = performance.now();
  const duration = () => Math.round(performance.now() - started);
  try {
    const bounds = { bytesKept: ANSWER_BYTES_KEPT, milliseconds: RECEIVER_MS_MAX };
    const { status, body: answer } = await outbound.post(webhook.url, { headers, body, ...bounds });
    const isDelivered = status >= 200 && status < 300;
    const outcome = status >= 300 && status < 400 ? "It redirects, which we don’t follow." : "";
    return { isDelivered, status, duration_ms: duration(), outcome, answer: textOf(answer) };
  } catch (error) {
    if (!(error instanceof SafeFetchFailure)) throw error;
    return { ...nothing, duration_ms: duration(), outcome: PROBLEMS[error.problem] };
  }
}

const PROBLEMS: Record<SafeFetchProblem, string> = {
  forbidden: "Its host isn’t on the public internet.",
  unreachable: "We couldn’t reach it.",
  too_slow: `It took longer than ${RECEIVER_MS_MAX / 1000} seconds.`,
  status: "",
  too_large: "",
};

/** PostgreSQL can't store NUL in text. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll("\0", "");
}

interface Tried {
  row: DeliveryRow;
  webhook: WebhookWithMaker;
  outcome: Outcome;
}

async function recordOutcome(ctx: Platform, { row, webhook, outcome }: Tried): Promise<void> {
  const { isDelivered, isFinal = false, ...told } = outcome;
  const now = ctx.now();
  const tries = row.tries + 1;
  // A receiver that's gone isn't retried automatically. The owner may send it again once the webhook is on.
  const isOver = isDelivered || isFinal || told.status === GONE;
  const wait = isOver ? undefined : waitAfter(tries);
  const state = isDelivered ? "delivered" : wait === undefined ? "failed" : "pending";
  const due_at = new Date(now.getTime() + (wait ?? 0) * 1000).toISOString();
  const ending = { ...told, state, tries, due_at, tried_at: now.toISOString() } as const;
  if (!(await updateTurn(ctx.db, row, ending)) || isFinal) return;
  if (isDelivered) return deleteFailingSince(ctx.db, webhook);
  const failingSince = await updateFailingSince(ctx.db, webhook, now.toISOString());
  const reason = reasonToDisable({ status: told.status, isLast: wait === undefined, failingSince, now });
  if (reason) return disable(ctx, webhook, reason);
  if (wait === undefined) return;
  const next = { account: row.account, id: row.id, turn: row.turn + 1 };
  await enqueueTurn(ctx, next, { webhook, delaySeconds: wait });
}

async function disable(
  ctx: Platform,
  { account, id }: WebhookWithMaker,
  reason: DisabledReason,
): Promise<void> {
  const disabled_at = ctx.now().toISOString();
  if (!(await updateWebhookDisabled(ctx.db, { account, id, disabled_at, disabled_because: reason }))) return;
  await ctx.announce(webhookDisabled, { account, subject: id, payload: { reason } });
  const told = await filterSubscribed(ctx, [account], { topic: "webhooks", channel: "email" });
  if (told.length === 0) return;
  const to = (await findPerson(ctx.db, account))?.email ?? "";
  await enqueueMail(ctx, { mail: webhookDisabledMail, to, account, about: id, data: { account, id } });
}

export async function purgeDeliveries({ db, now }: Platform): Promise<void> {
  const before = addDays(now(), -DELIVERY_DAYS_KEPT);
  while ((await deleteDeliveriesBefore(db, { before, most: PRUNED_ROWS })) === PRUNED_ROWS);
}

function toDelivery(row: DeliveryRow): Delivery {
  const { account: _, webhook_id: __, event_id: ___, turn: ____, ...shown } = row;
  return shown;
}
