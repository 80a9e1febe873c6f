/* Takes in what other programs send: from whoever has the URL and, if there is one, the secret. */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { insertConsents } from "#src/features/audience/consent-records/consent-records.ts";
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { upsertContact } from "#src/features/audience/contacts/contact-changes.ts";
import { findContactByEmail, updateStatuses } from "#src/features/audience/contacts/contacts.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { addDays } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { isSignedBy, keyOf } from "#src/platform/crypto/webhook-signature.ts";
import { type EraseFrom, eraseFromPayloads } from "#src/platform/events/events.ts";
import type { Limit } from "#src/platform/limits.ts";
import { cutBody, type FlatBody, flattenBody, textAt } from "./body-rules.ts";
import { causeOf } from "./cause.ts";
import { incomingWebhookReceived } from "./events.ts";
import { secretPurpose, tokenHash } from "./incoming-webhooks.ts";
import { CALL_DAYS_KEPT, CALLS_KEPT, type CallOutcome, type CallRefusal } from "./rules.ts";
import {
  deleteCallsOf,
  deleteOlderCalls,
  findIncomingByToken,
  type IncomingRow,
  insertCall,
  insertKey,
  purgeCallRows,
  updateCallsMerged,
  updateLastReceived,
  updateLastRefused,
  upsertCause,
} from "./store.ts";

/** More than a busy shop sends. Programs repeat what's refused so. */
const CALLS: Limit = {
  name: "incoming-webhooks.receive",
  attempts: 300,
  seconds: 60,
  sentence: "That’s a lot at once.",
};
/** All webhooks of an account together. */
const CALLS_OF_ACCOUNT: Limit = { ...CALLS, name: "incoming-webhooks.account", attempts: 1200 };
/** Services that many use send from a few addresses. */
const CALLS_BY_ADDRESS: Limit = { ...CALLS, name: "incoming-webhooks.address", attempts: 1200 };
/** Whoever guesses URLs. */
const WRONG_URLS: Limit = { name: "incoming-webhooks.unknown", attempts: 60, seconds: 600 };

/** How old the record of the last one may be. */
const NOTED_MS = 10_000;
/** Senders that sign put it there, in hexadecimal or Base64, some behind `sha256=`. */
const SIGNATURES = ["x-signature", "x-hub-signature-256", "x-shopify-hmac-sha256", "x-wc-webhook-signature"];
/** How far the clocks of two servers may be apart. */
const TOLERANCE_SECONDS = 300;
const KEYS = ["idempotency-key", "webhook-id", "x-shopify-webhook-id", "x-github-delivery"];

export async function findIncomingByUrl(
  platform: Platform,
  { token, address }: { token: string; address: string },
): Promise<IncomingRow | undefined> {
  await platform.limits.count(CALLS_BY_ADDRESS, address);
  const row = await findIncomingByToken(platform.db, tokenHash(token));
  if (row) {
    await platform.limits.count(CALLS, row.id);
    await platform.limits.count(CALLS_OF_ACCOUNT, row.user_id);
  } else await platform.limits.count(WRONG_URLS, address);
  return row;
}

interface Sent {
  /** By lowercase name; empty if absent. */
  header(name: string): string;
  bytes: Buffer;
}

/** True if it's signed with the webhook's secret, or needn't be. */
export function isSigned(platform: Platform, row: IncomingRow, { header, bytes }: Sent): boolean {
  if (row.secret === null) return true;
  const secret = platform.vault.open(secretPurpose(row), row.secret);
  // The instance has lost what it's encrypted with, so nobody can be told apart.
  if (secret === undefined) return false;
  if (header("webhook-signature") !== "") return isSignedNow(platform, secret, { header, bytes });
  const wanted = createHmac("sha256", secret).update(bytes).digest();
  return SIGNATURES.some((name) => {
    const given = header(name).replace(/^sha256=/i, "");
    const isHex = /^[\da-f]{64}$/i.test(given);
    const bytes = Buffer.from(given, isHex ? "hex" : "base64");
    return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
  });
}

/** As Standard Webhooks: the time is signed, too, so that nobody sends it again later. */
function isSignedNow({ now }: Platform, secret: string, { header, bytes }: Sent): boolean {
  const timestamp = header("webhook-timestamp");
  if (!/^\d{10}$/.test(timestamp)) return false;
  if (Math.abs(now().getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const message = { id: header("webhook-id"), timestamp, body: bytes };
  return isSignedBy(keyOf(secret), header("webhook-signature"), message);
}

export async function recordRefusal(
  platform: Platform,
  row: IncomingRow,
  refusal: CallRefusal,
): Promise<void> {
  await updateLastRefused(platform.db, rowKey(row), { ...noted(platform), refusal });
}

const rowKey = ({ user_id, id }: IncomingRow) => ({ account: user_id, id });

function noted({ now }: Platform) {
  const at = now();
  return { at: at.toISOString(), unlessSince: new Date(at.getTime() - NOTED_MS).toISOString() };
}

/** Stores and announces what was sent. What came in before changes nothing. */
export function receiveCall(
  platform: Platform,
  row: IncomingRow,
  { header, body }: Pick<Sent, "header"> & { body: object },
): Promise<void> {
  const flat = flattenBody(body);
  const name = KEYS.map(header).find((value) => value !== "") ?? textAt(flat, row.id_path);
  const ctx = systemCtx(platform, { job: "incoming-webhooks.receive", account: row.user_id });
  return ctx.write(async (ctx) => {
    const at = ctx.now().toISOString();
    const own = { user_id: row.user_id, webhook_id: row.id };
    const isNew =
      name === "" || (await insertKey(ctx.db, { ...own, key_hash: hash("sha256", name, "hex"), at }));
    if (!isNew) return;
    const cause = causeOf(ctx, row.user_id, header);
    const { contact_id, outcome } = await findPerson(ctx, row, { flat, cause });
    const kept = cutBody(flat);
    await insertCall(ctx.db, { ...own, id: ctx.newId(), received_at: at, outcome, contact_id, body: kept });
    await deleteOlderCalls(ctx.db, rowKey(row), CALLS_KEPT);
    await updateLastReceived(ctx.db, rowKey(row), noted(ctx));
    if (cause !== undefined) await upsertCause(ctx.db, cause, contact_id);
    await ctx.announce(incomingWebhookReceived, { subject: row.id, payload: { contact_id, body: kept } });
  });
}

async function findPerson(
  ctx: Ctx,
  { email_path, name_path, adds_contacts }: IncomingRow,
  { flat, cause }: { flat: FlatBody; cause: string | undefined },
): Promise<{ contact_id: string | null; outcome: CallOutcome }> {
  const email = normalEmail(textAt(flat, email_path));
  if (!isEmail(email)) return { contact_id: null, outcome: "no_address" };
  const known = await findContactByEmail(ctx.db, { account: ctx.account, email });
  if (known) return { contact_id: known.id, outcome: "known" };
  if (!adds_contacts) return { contact_id: null, outcome: "unknown" };
  const id = ctx.newId();
  if (cause !== undefined) await upsertCause(ctx.db, cause, id);
  const { contact, outcome } = await upsertContact(ctx, { id, email, name: textAt(flat, name_path) }, "skip");
  if (outcome !== "added") return { contact_id: contact.id, outcome: "known" };
  await addUnconfirmed(ctx, contact.id);
  return { contact_id: contact.id, outcome: "added" };
}

/** Another program says nothing about what they agreed to, so they get no e-mail before they do. */
async function addUnconfirmed(ctx: Ctx, contact_id: string): Promise<void> {
  await insertConsents(ctx.db, [
    {
      user_id: ctx.account,
      contact_id,
      id: ctx.newId(),
      topic: NEWS_TOPIC,
      state: "unconfirmed",
      text: "",
      version: "",
      method: "api",
      profile_id: null,
      given_at: ctx.now().toISOString(),
      confirmed_at: null,
      ended_at: null,
    },
  ]);
  await updateStatuses(ctx.db, ctx.account, [contact_id]);
}

export function purgeCalls({ db, now }: Platform): Promise<void> {
  return purgeCallRows(db, addDays(now(), -CALL_DAYS_KEPT));
}

/** Deletes what came in about people, and takes it out of the events. */
export function eraseCalls(
  platform: Platform,
  { account, ids }: Pick<EraseFrom, "account" | "ids">,
): Promise<void> {
  return platform.write(async (ctx) => {
    await deleteCallsOf(ctx.db, account, ids);
    await eraseFromPayloads(ctx, { account, ids, name: incomingWebhookReceived.name, field: "body" });
  });
}

export function mergeCalls(
  { db }: Platform,
  { account, subject, payload: { gone } }: { account: string; subject: string; payload: { gone: string } },
): Promise<void> {
  return updateCallsMerged(db, { account, gone, kept: subject });
}
