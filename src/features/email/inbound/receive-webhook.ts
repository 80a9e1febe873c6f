/* Taking in what providers' webhooks say: from nobody else, and each event once. */
import { findLatestTo } from "#src/features/email/delivery/delivery.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import type { Limit } from "#src/platform/limits.ts";
import { dispatchFeedback } from "./dispatch-feedback.ts";
import {
  REPORTS_AT_ONCE,
  REPORTS_MAX,
  STATUS_UPDATE_INTERVAL_MS,
  TOKEN_DAYS,
  type WebhookRejection,
} from "./provider-webhook-rules.ts";
import {
  findProviderWebhookByToken,
  insertSpentToken,
  type ProviderWebhookRow,
  purgeSpentTokens,
  updateLastAccepted,
  updateLastRejected,
} from "./provider-webhook-store.ts";
import { openWebhookSecret, tokenDigest } from "./provider-webhooks.ts";
import { type VerifiedPayload, verifySignature, type WebhookRequest } from "./signatures.ts";
import { type ProviderReport, parseReports } from "./webhook-adapter-rules.ts";

/** More than one sending account could cause. Rejected requests are retried later. */
export const DELIVERIES: Limit = {
  name: "inbound.receive",
  attempts: 6000,
  seconds: 60,
  sentence: "That’s a lot of events at once.",
};

export async function findWebhookByUrl(
  { db }: Platform,
  { provider, token }: { provider: string; token: string },
): Promise<ProviderWebhookRow | undefined> {
  const row = await findProviderWebhookByToken(db, tokenDigest(token));
  return row?.provider === provider ? row : undefined;
}

/** Handles a webhook request. Returns the reason if it's rejected. */
export async function receiveWebhook(
  platform: Platform,
  row: ProviderWebhookRow,
  sent: Omit<WebhookRequest, "json">,
): Promise<WebhookRejection | undefined> {
  const found = await processEvents(platform, row, sent);
  const key = { account: row.user_id, mailbox_id: row.mailbox_id };
  const at = platform.now().toISOString();
  const unlessSince = new Date(platform.now().getTime() - STATUS_UPDATE_INTERVAL_MS).toISOString();
  if (found === undefined) await updateLastAccepted(platform.db, key, { at, unlessSince });
  else await updateLastRejected(platform.db, key, { at, unlessSince, refusal: found });
  // Reporting it again wouldn't help, so it counts as accepted.
  return found === "unmatched" ? undefined : found;
}

async function processEvents(
  platform: Platform,
  row: ProviderWebhookRow,
  { header, body }: Omit<WebhookRequest, "json">,
): Promise<WebhookRejection | undefined> {
  const secret = openWebhookSecret(platform, row);
  if (!secret) return "sealed";
  const json = parse(body);
  if (json === undefined) return "malformed";
  const proven = await verifySignature(platform, row.provider, {
    sent: { header, body, json },
    key: secret.key,
  });
  if ("refusal" in proven) return proven.refusal;
  if (proven.confirm_url !== undefined) return confirm(platform, proven.confirm_url);
  return processVerified(platform, row, proven);
}

/** Undefined for anything but an object or a list. */
function parse(body: Buffer): object | undefined {
  try {
    const json: unknown = JSON.parse(body.toString("utf8"));
    return typeof json === "object" && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

const CONFIRM_BOUNDS = { bytesMax: 64 * 1024, milliseconds: 10_000, accept: "*/*" };

/** Amazon sends nothing to a URL that hasn't confirmed its subscription. */
async function confirm(platform: Platform, url: string): Promise<WebhookRejection | undefined> {
  try {
    await platform.outbound.fetchBytes(url, CONFIRM_BOUNDS);
    return undefined;
  } catch {
    return "unconfirmed";
  }
}

async function processVerified(
  platform: Platform,
  row: ProviderWebhookRow,
  { inside, id, once }: VerifiedPayload,
): Promise<WebhookRejection | undefined> {
  const reports = parseReports(row.provider, inside).map((one) =>
    id === undefined ? one : { ...one, event_id: id },
  );
  if (reports.length > REPORTS_MAX) return "too_many";
  const matched =
    once === undefined
      ? await recordInSlices(platform, row, reports)
      : await recordOnce(platform, row, { once, reports });
  return reports.length > 0 && !matched ? "unmatched" : undefined;
}

/**
 * Records reports in one transaction with their proof. Providers that sign so send one at a time. False if
 * none was about ours.
 */
function recordOnce(
  platform: Platform,
  row: ProviderWebhookRow,
  { once, reports }: { once: string; reports: readonly ProviderReport[] },
): Promise<boolean> {
  const { user_id, mailbox_id } = row;
  return platform.write(async (ctx) => {
    const token = { user_id, mailbox_id, id: derivedId("inbound.hook-token", once) };
    if (!(await insertSpentToken(ctx.db, { ...token, at: ctx.now().toISOString() }))) return true;
    let matched = false;
    for (const report of reports) if (await recordFeedbackOf(ctx, row, report)) matched = true;
    return matched;
  });
}

/**
 * Each report counts once, so recorded ones stay even if the rest fails, in which case the provider sends all
 * of them again. One that can't be recorded doesn't hold up the others.
 */
async function recordInSlices(
  platform: Platform,
  row: ProviderWebhookRow,
  reports: readonly ProviderReport[],
): Promise<boolean> {
  const errors: unknown[] = [];
  let matched = false;
  for (let from = 0; from < reports.length; from += REPORTS_AT_ONCE) {
    const slice = reports.slice(from, from + REPORTS_AT_ONCE);
    const { failed, isMatched } = await recordSlice(platform, row, slice);
    errors.push(...failed);
    matched ||= isMatched;
    // Everything fails right now.
    if (failed.length === slice.length) break;
  }
  if (errors.length > 0) throw errors[0];
  return matched;
}

/** Returns the failures, one error for each report, and whether any was about e-mail of ours. */
async function recordSlice(
  platform: Platform,
  row: ProviderWebhookRow,
  slice: readonly ProviderReport[],
): Promise<{ failed: unknown[]; isMatched: boolean }> {
  const write = (reports: readonly ProviderReport[]) =>
    platform.write(async (ctx) => {
      let isMatched = false;
      for (const report of reports) if (await recordFeedbackOf(ctx, row, report)) isMatched = true;
      return isMatched;
    });
  try {
    return { failed: [], isMatched: await write(slice) };
  } catch (error) {
    if (slice.length === 1) return { failed: [error], isMatched: false };
  }
  const failed: unknown[] = [];
  let isMatched = false;
  for (const report of slice)
    try {
      if (await write([report])) isMatched = true;
    } catch (error) {
      failed.push(error);
    }
  return { failed, isMatched };
}

/** False if it's about nothing of ours. */
async function recordFeedbackOf(
  ctx: Platform,
  row: ProviderWebhookRow,
  { ids, at, ...report }: ProviderReport,
): Promise<boolean> {
  const { user_id: account, mailbox_id, provider } = row;
  const { kind, words } = report;
  const event_id = `${provider} ${mailbox_id} ${report.event_id}`;
  const about = { account, kind, words, at: timeOf(ctx, at), event_id };
  // Some name no message of ours. The last message to that address is the one that bounced, or that they
  // unsubscribed by.
  const named = ids.length > 0 || kind === "delivered" ? ids : await latestTo(ctx, row, report);
  for (const message_id of named) if (await dispatchFeedback(ctx, { ...about, message_id })) return true;
  return false;
}

async function latestTo(
  ctx: Platform,
  row: ProviderWebhookRow,
  { recipient, kind }: Pick<ProviderReport, "recipient" | "kind">,
): Promise<string[]> {
  const email = normalEmail(recipient);
  if (email === "") return [];
  const found = await findLatestTo(ctx, { account: row.user_id, mailbox_id: row.mailbox_id, email, kind });
  return found === undefined ? [] : [found];
}

/** A clock that's ahead must not set a future time. */
function timeOf({ now }: Platform, at: string | number): string {
  const latest = now().getTime();
  const time = typeof at === "number" ? at : Date.parse(at);
  return new Date(time > 0 && time < latest ? time : latest).toISOString();
}

export function purgeTokens({ db, now }: Platform): Promise<void> {
  return purgeSpentTokens(db, addDays(now(), -TOKEN_DAYS));
}
