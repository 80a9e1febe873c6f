/*
 * Records what comes back about messages, whether the inbox for replies or a provider's webhook
 * reports it. Each report counts once, and a message only moves forward.
 */

import { suppressMerged } from "#src/features/audience/consent/address-history.ts";
import { pauseAfterSoftBounces, suppress } from "#src/features/audience/consent/consent.ts";
import { pauseForReputation, recordBounce } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { enforceErrorBudget } from "../circuit-breaker.ts";
import { sendingAlarmed } from "../events.ts";
import {
  COMPLAINT_DAYS,
  COMPLAINTS_LOOK_AT,
  type FeedbackKind,
  judgeComplaints,
  POLICY_ALARM_MS,
  SOFT_BOUNCE_DAYS,
  SOFT_BOUNCE_PAUSE_DAYS,
  SOFT_BOUNCES_MAX,
  stateAfter,
} from "../rules.ts";
import {
  countComplaints,
  countSoftBounces,
  type DeliveryKey,
  findByProviderId,
  findDelivery,
  findLatestDelivery,
  hasFeedback,
  insertFeedback,
  lockDelivery,
  updateAfterFeedback,
} from "./feedback-store.ts";

export interface Feedback {
  account: string;
  /** The Message-ID that the message left with, in angle brackets or not. */
  message_id: string;
  kind: FeedbackKind;
  /** The server's own words, or empty. */
  words: string;
  at: string;
  /** The reporter's own id for this report, the same if it's repeated. */
  event_id: string;
}

/** The message it was about, and whether it was new. */
export interface FeedbackResult {
  batch_id: string;
  contact_id: string;
  is_new: boolean;
}

const OUR_ID = /^<?([0-9a-f-]{36})\.([0-9a-f-]{36})(?:@[^\s<>]*)?>?$/i;

/** Finds an account's message by the references in a piece of feedback. */
export async function findSentMessage(
  { db }: Platform,
  { account, message_id }: Pick<Feedback, "account" | "message_id">,
): ReturnType<typeof findDelivery> {
  const named = messageNamed(message_id);
  return named && findDelivery(db, { user_id: account, ...named });
}

/** Returns the Message-ID of a person's message in a conversation at Gmail, which assigns its own ids. */
export async function findSentInThread(
  { db }: Platform,
  { account, email, thread_id }: { account: string; email: string; thread_id: string },
): Promise<string | undefined> {
  const found = await findByProviderId(db, {
    user_id: account,
    email: normalEmail(email),
    provider_id: thread_id,
  });
  return found && `<${found.batch_id}.${found.contact_id}>`;
}

/** The Message-ID of a person's last message through a sending account, for reports that name no message. */
export async function findLatestTo(
  { db, now }: Platform,
  {
    account,
    mailbox_id,
    email,
    kind,
  }: { account: string; mailbox_id: string; email: string; kind?: FeedbackKind },
): Promise<string | undefined> {
  const since = addDays(now(), -(kind === "unsubscribed" ? LEAVING_DAYS : UNNAMED_DAYS));
  const asked = { user_id: account, mailbox_id, email: normalEmail(email), since };
  const found = await findLatestDelivery(db, asked);
  return found && `<${found.batch_id}.${found.contact_id}>`;
}
/** Later feedback names its message, or isn't about us. */
const UNNAMED_DAYS = 7;
/** People also unsubscribe by e-mail that they find much later. */
const LEAVING_DAYS = 365;

/**
 * Parses the batch and the contact from a Message-ID of ours. Whether the account has them is checked
 * later.
 */
function messageNamed(message_id: string): Pick<DeliveryKey, "batch_id" | "contact_id"> | undefined {
  const [, batch_id = "", contact_id = ""] = OUR_ID.exec(message_id.trim()) ?? [];
  return isId(batch_id) && isId(contact_id) ? { batch_id, contact_id } : undefined;
}

/** Records feedback. Undefined if it's about no message of this account. */
export async function recordFeedback(
  platform: Platform,
  given: Feedback,
): Promise<FeedbackResult | undefined> {
  const { account, kind, words, at } = given;
  const named = messageNamed(given.message_id);
  if (!named) return undefined;
  const key = { user_id: account, ...named };
  return platform.write(async (ctx) => {
    // The counts below need mutual exclusion.
    if (kind !== "delivered" && kind !== "replied") await takeAdvisoryLock(ctx.db, "returns", account);
    const delivery = await lockDelivery(ctx.db, key);
    if (!delivery) return undefined;
    const id = derivedId("campaigns.return", kind, given.event_id);
    if (kind !== "delivered" && !(await insertFeedback(ctx.db, { ...key, id, kind, at })))
      return { ...named, is_new: false };
    const isOnTheWay = delivery.state === "leased" && delivery.handing_since === null;
    const to = isOnTheWay ? undefined : stateAfter(delivery.state, kind);
    const times = TIMES[kind];
    const told = to !== undefined && words !== "" && { outcome: words };
    await updateAfterFeedback(ctx.db, key, {
      at,
      times,
      ...told,
      ...(to !== undefined && { state: to, reason: kind === "policy" ? "policy" : null }),
    });
    await AFTER[kind]?.(ctx, { ...given, key, id, ...delivery, isMove: to !== undefined });
    // A server that accepts everything refuses nothing immediately.
    if (kind === "bounced_hard" || kind === "policy")
      await enforceErrorBudget(ctx, { user_id: account, id: named.batch_id }, words);
    return { ...named, is_new: true };
  });
}

const TIMES = {
  delivered: ["delivered_at"],
  bounced_soft: ["bounced_at"],
  policy: ["bounced_at"],
  bounced_hard: ["bounced_at"],
  complained: ["complained_at"],
  unsubscribed: [],
  replied: ["replied_at", "delivered_at"],
} as const satisfies Record<FeedbackKind, readonly string[]>;

interface About extends Feedback {
  key: DeliveryKey;
  id: string;
  email: string | null;
  sent_at: string | null;
  mailbox_id: string | null;
  /** Set if the message wasn't already known to have come back. */
  isMove: boolean;
}

const AFTER: Partial<Record<FeedbackKind, (ctx: Platform, about: About) => Promise<void>>> = {
  async bounced_hard(ctx, about) {
    await suppressFor(ctx, about, "hard_bounce");
    const { account, mailbox_id: id, isMove } = about;
    if (id !== null && isMove) await recordBounce(ctx, { account, id });
  },
  async bounced_soft(ctx, { key, account, at, email }) {
    // A full inbox says nothing about the owner's new address.
    if (email === null) return;
    const since = addDays(ctx.now(), -SOFT_BOUNCE_DAYS);
    if ((await countSoftBounces(ctx.db, { ...key, since })) < SOFT_BOUNCES_MAX) return;
    const until = addDays(new Date(at), SOFT_BOUNCE_PAUSE_DAYS);
    await pauseAfterSoftBounces(ctx, { account, id: key.contact_id, until });
  },
  async policy(ctx, { key, account, id, mailbox_id }) {
    const since = new Date(ctx.now().getTime() - POLICY_ALARM_MS).toISOString();
    const asked = { user_id: key.user_id, kind: "policy", since, besides: id } as const;
    if (mailbox_id === null || (await hasFeedback(ctx.db, asked))) return;
    await ctx.announce(sendingAlarmed, { account, subject: mailbox_id, payload: { why: "policy" } });
  },
  async complained(ctx, about) {
    await suppressFor(ctx, about, "complaint");
    await judge(ctx, about);
  },
  async unsubscribed(ctx, about) {
    // The person unsubscribes, whatever their address is by now.
    const email = (await findDelivery(ctx.db, about.key))?.email ?? null;
    await suppressFor(ctx, { ...about, email }, "unsubscribe");
  },
};

/** Erased contacts are already suppressed, and a contact with another address may still get e-mail there. */
async function suppressFor(
  ctx: Platform,
  { account, email, sent_at, words, key }: About,
  reason: "hard_bounce" | "complaint" | "unsubscribe",
): Promise<void> {
  const note = words === "" ? undefined : words;
  const wish = { account, reason, note, campaign_id: key.batch_id, recipient: key.contact_id };
  if (email === null) await suppressMerged(ctx, { ...wish, id: key.contact_id, sent_at });
  else await suppress(ctx, { ...wish, email });
}

/**
 * 5.10.11: the first complaint over the limit triggers an alarm, and even more of them stop the sending
 * account.
 */
async function judge(ctx: Platform, { account, mailbox_id }: About): Promise<void> {
  if (mailbox_id === null) return;
  const since = addDays(ctx.now(), -COMPLAINT_DAYS);
  const asked = { user_id: account, mailbox_id, since, perComplaint: COMPLAINTS_LOOK_AT };
  const { complaints, sent } = await countComplaints(ctx.db, asked);
  const verdict = judgeComplaints(complaints, sent);
  if (verdict === "pause")
    await pauseForReputation(
      ctx,
      { account, id: mailbox_id },
      `${complaints} of the last ${Math.max(sent, complaints).toLocaleString("en-US")} e-mails were reported as spam.`,
    );
  else if (verdict === "alarm" && judgeComplaints(complaints - 1, sent) === "fine")
    await ctx.announce(sendingAlarmed, { account, subject: mailbox_id, payload: { why: "complaints" } });
}
