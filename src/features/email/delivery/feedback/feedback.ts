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
  type DeliveryState,
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
export function messageNamed(message_id: string): Pick<DeliveryKey, "batch_id" | "contact_id"> | undefined {
  const [, batch_id = "", contact_id = ""] = OUR_ID.exec(message_id.trim()) ?? [];
  return isId(batch_id) && isId(contact_id) ? { batch_id, contact_id } : undefined;
}

/** What feedback moves: a message as its ledger has it, locked until the transaction ends. */
export interface FedBackMessage {
  state: DeliveryState;
  attempt_started_at: string | null;
  mailbox_id: string | null;
}

/** What the feedback about a message is, and what it changes. */
export interface About<Message extends FedBackMessage> extends Feedback {
  message: Message;
  /** The state that it moves to, if it does. */
  to: DeliveryState | undefined;
}

export type SuppressedBy = "hard_bounce" | "complaint" | "unsubscribe";

/** Where the messages are that feedback is about, and what follows from it besides. */
export interface FeedbackLedger<Message extends FedBackMessage> {
  /** The message that a Message-ID of ours names, if the account has it. */
  lock(ctx: Platform, given: Feedback): Promise<Message | undefined>;
  /** False if the report is known. */
  insert?(ctx: Platform, given: Feedback, message: Message): Promise<boolean>;
  update(ctx: Platform, about: About<Message>): Promise<void>;
  suppress(ctx: Platform, about: About<Message>, reason: SuppressedBy): Promise<void>;
  after?(ctx: Platform, about: About<Message>): Promise<void>;
}

const SUPPRESSED_BY: Partial<Record<FeedbackKind, SuppressedBy>> = {
  bounced_hard: "hard_bounce",
  complained: "complaint",
  unsubscribed: "unsubscribe",
};

/** Records feedback on one of a ledger's messages. Undefined if it's about none of them. */
export async function recordFeedbackOn<Message extends FedBackMessage>(
  platform: Platform,
  given: Feedback,
  ledger: FeedbackLedger<Message>,
): Promise<{ message: Message; is_new: boolean } | undefined> {
  const { account, kind } = given;
  return platform.write(async (ctx) => {
    const message = await ledger.lock(ctx, given);
    if (!message) return undefined;
    if (ledger.insert && !(await ledger.insert(ctx, given, message))) return { message, is_new: false };
    const isOnTheWay = message.state === "leased" && message.attempt_started_at === null;
    const to = isOnTheWay ? undefined : stateAfter(message.state, kind);
    const about = { ...given, message, to };
    await ledger.update(ctx, about);
    const reason = SUPPRESSED_BY[kind];
    if (reason) await ledger.suppress(ctx, about, reason);
    if (to === "bounced_hard" && message.mailbox_id !== null)
      await recordBounce(ctx, { account, id: message.mailbox_id });
    await ledger.after?.(ctx, about);
    return { message, is_new: true };
  });
}

/** Records feedback on a batch's message. Undefined if it's about no message of this account. */
export async function recordFeedback(
  platform: Platform,
  given: Feedback,
): Promise<FeedbackResult | undefined> {
  const found = await recordFeedbackOn(platform, given, BATCHES);
  if (!found) return undefined;
  const { batch_id, contact_id } = found.message.key;
  return { batch_id, contact_id, is_new: found.is_new };
}

interface BatchMessage extends FedBackMessage {
  key: DeliveryKey;
  /** The report's own. */
  id: string;
  email: string | null;
  sent_at: string | null;
}

const BATCHES: FeedbackLedger<BatchMessage> = {
  async lock(ctx, { account, kind, message_id, event_id }) {
    const named = messageNamed(message_id);
    if (!named) return undefined;
    // The counts below need mutual exclusion.
    if (kind !== "delivered" && kind !== "replied") await takeAdvisoryLock(ctx.db, "returns", account);
    const key = { user_id: account, ...named };
    const row = await lockDelivery(ctx.db, key);
    return row && { ...row, key, id: derivedId(REPORT, kind, event_id) };
  },
  async insert(ctx, { kind, at }, { key, id }) {
    return kind === "delivered" || insertFeedback(ctx.db, { ...key, id, kind, at });
  },
  async update(ctx, { kind, words, at, message, to }) {
    const told = words !== "" && { outcome: words };
    const moved = to !== undefined && { ...told, state: to, reason: kind === "policy" ? kind : null };
    await updateAfterFeedback(ctx.db, message.key, { at, times: TIMES[kind], ...moved });
  },
  async suppress(ctx, about, reason) {
    const { message } = about;
    // Whoever unsubscribes does, whatever their address is by now.
    const email =
      reason === "unsubscribe" ? ((await findDelivery(ctx.db, message.key))?.email ?? null) : message.email;
    await suppressFor(ctx, { ...about, message: { ...message, email } }, reason);
  },
  async after(ctx, about) {
    const { kind, account, words, message } = about;
    await AFTER[kind]?.(ctx, about);
    // A server that accepts everything refuses nothing immediately.
    if (kind === "bounced_hard" || kind === "policy")
      await enforceErrorBudget(ctx, { user_id: account, id: message.key.batch_id }, words);
  },
};

/** Reports that have been recorded keep their ids. */
const REPORT = "delivery.return";

const TIMES = {
  delivered: ["delivered_at"],
  bounced_soft: ["bounced_at"],
  policy: ["bounced_at"],
  bounced_hard: ["bounced_at"],
  complained: ["complained_at"],
  unsubscribed: [],
  replied: ["replied_at", "delivered_at"],
} as const satisfies Record<FeedbackKind, readonly string[]>;

const AFTER: Partial<Record<FeedbackKind, (ctx: Platform, about: About<BatchMessage>) => Promise<void>>> = {
  async bounced_soft(ctx, { account, at, message: { key, email } }) {
    // A full inbox says nothing about the owner's new address.
    if (email === null) return;
    const since = addDays(ctx.now(), -SOFT_BOUNCE_DAYS);
    if ((await countSoftBounces(ctx.db, { ...key, since })) < SOFT_BOUNCES_MAX) return;
    const until = addDays(new Date(at), SOFT_BOUNCE_PAUSE_DAYS);
    await pauseAfterSoftBounces(ctx, { account, id: key.contact_id, until });
  },
  async policy(ctx, { account, message: { id, mailbox_id } }) {
    const since = new Date(ctx.now().getTime() - POLICY_ALARM_MS).toISOString();
    const asked = { user_id: account, kind: "policy", since, besides: id } as const;
    if (mailbox_id === null || (await hasFeedback(ctx.db, asked))) return;
    await ctx.announce(sendingAlarmed, { account, subject: mailbox_id, payload: { why: "policy" } });
  },
  complained: judge,
};

/** Erased contacts are already suppressed, and a contact with another address may still get e-mail there. */
async function suppressFor(
  ctx: Platform,
  { account, words, message: { email, sent_at, key } }: About<BatchMessage>,
  reason: SuppressedBy,
): Promise<void> {
  const note = words === "" ? undefined : words;
  const wish = { account, reason, note, batch_id: key.batch_id, recipient: key.contact_id };
  if (email === null) await suppressMerged(ctx, { ...wish, id: key.contact_id, sent_at });
  else await suppress(ctx, { ...wish, email });
}

/**
 * 5.10.11: the first complaint over the limit triggers an alarm, and even more of them stop the sending
 * account.
 */
async function judge(
  ctx: Platform,
  { account, message: { mailbox_id } }: About<BatchMessage>,
): Promise<void> {
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
