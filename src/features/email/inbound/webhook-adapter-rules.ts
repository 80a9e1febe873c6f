/* Converts providers' webhooks to the reports that `recordFeedback` takes. */
import type { FeedbackKind } from "#src/features/email/delivery/rules.ts";
import { TRACE_KEY } from "#src/features/email/sending-accounts/rules.ts";
import { replyMeaning } from "#src/features/email/sending-accounts/send/reply-pattern-rules.ts";
import { cleanReplyText } from "#src/features/email/sending-accounts/send/reply-rules.ts";
import { type BounceKind, bounceKind } from "./bounce-rules.ts";
import type { Provider } from "./provider-webhook-contract.ts";

export interface ProviderReport {
  kind: Exclude<FeedbackKind, "replied">;
  /** Possible ids of the message, the likeliest first. Empty if the provider sent none. */
  ids: string[];
  /** Empty if unknown. */
  recipient: string;
  words: string;
  /** The time of the event, in the provider's format. */
  at: string | number;
  event_id: string;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** Reads a property of untyped JSON. */
const part = (value: unknown, name: string): Json =>
  isObject(value) && isObject(value[name]) ? (value[name] as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const LONG = 2000;
/** Returns text that databases can store, without NUL characters and lone surrogates. */
const clean = (text: string) => text.slice(0, LONG).toWellFormed().replaceAll("\0", "");
function said(value: unknown, ...names: string[]): string {
  for (const name of names) {
    const found = isObject(value) ? value[name] : undefined;
    if (typeof found === "string" && found !== "") return clean(found);
    if (typeof found === "number") return String(found);
  }
  return "";
}

/** The reports in a provider's request. Events that say nothing about a message's outcome are left out. */
export function parseReports(provider: Provider, body: unknown): ProviderReport[] {
  return READERS[provider](body).filter(({ event_id }) => event_id !== "");
}

const READERS: Readonly<Record<Provider, (body: unknown) => ProviderReport[]>> = {
  ses: (body) => [fromSes(body)].flatMap((one) => one ?? []),
  postmark: (body) => [fromPostmark(body)].flatMap((one) => one ?? []),
  sendgrid: (body) => list(body).flatMap((one) => fromSendgrid(one) ?? []),
  mailgun: (body) => [fromMailgun(part(body, "event-data"))].flatMap((one) => one ?? []),
  resend: (body) => [fromResend(body)].flatMap((one) => one ?? []),
};

/** The receiving server's response decides (5.10.8). `otherwise` applies if it has no code. */
function replyKind(
  reply: { code?: number; enhanced?: string; text: string },
  otherwise: BounceKind,
): BounceKind {
  const code = reply.code ?? Number(/(?:^|[\s;])([45]\d\d)[ -]/.exec(reply.text)?.[1] ?? 0);
  const enhanced =
    reply.enhanced ?? /(?:^|[\s(#-])([45]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(reply.text)?.[1] ?? "";
  const isUnsaid = code < 400 && !/^[45]\.(?!0\.0$)/.test(enhanced);
  if (isUnsaid && replyMeaning(reply.text) === undefined) return otherwise;
  return bounceKind({
    text: reply.text,
    ...(code >= 400 && { code }),
    ...(enhanced !== "" && enhanced.slice(1) !== ".0.0" && { enhanced }),
  });
}

/** Headers in a list of names and values. */
function headerIn(headers: unknown, name: string): string[] {
  return list(headers)
    .filter((one) => said(one, "name").toLowerCase() === name)
    .map((one) => said(one, "value"));
}

const known = (...ids: string[]) => [...new Set(ids.filter((id) => id !== ""))];

/** Amazon's event, delivered by its notification service (docs: “Amazon SES event data”). */
function fromSes(event: unknown): ProviderReport | undefined {
  const mail = part(event, "mail");
  const type = said(event, "eventType", "notificationType");
  const ids = known(...headerIn(mail.headers, "message-id"), said(part(mail, "commonHeaders"), "messageId"));
  const about = { ids, recipient: said({ to: list(mail.destination)[0] }, "to") };
  if (type === "Delivery") {
    const { smtpResponse, timestamp } = part(event, "delivery");
    const words = cleanReplyText(said({ smtpResponse }, "smtpResponse"));
    return {
      ...about,
      kind: "delivered",
      words,
      at: said({ timestamp }, "timestamp"),
      event_id: said(mail, "messageId"),
    };
  }
  if (type === "Bounce") return bounceOfSes(part(event, "bounce"), about);
  if (type === "Subscription") return leavingOfSes(part(event, "subscription"), about);
  if (type !== "Complaint") return undefined;
  const complaint = part(event, "complaint");
  const feedback = said(complaint, "complaintFeedbackType");
  if (feedback === "not-spam") return undefined;
  const [person] = list(complaint.complainedRecipients);
  return {
    ids,
    kind: "complained",
    recipient: said(person, "emailAddress") || about.recipient,
    words: cleanReplyText(feedback === "" ? "Reported as spam" : `Reported: ${feedback}`),
    at: said(complaint, "timestamp"),
    event_id: said(complaint, "feedbackId"),
  };
}

function bounceOfSes(
  bounce: Json,
  about: Pick<ProviderReport, "ids" | "recipient">,
): ProviderReport | undefined {
  const [person] = list(bounce.bouncedRecipients);
  const text = said(person, "diagnosticCode");
  const enhanced = said(person, "status");
  const [type, detail] = [said(bounce, "bounceType"), said(bounce, "bounceSubType")];
  // Amazon also reports vacation notices as bounces, without any server's response.
  if (type === "Transient" && detail === "General" && text === "" && enhanced === "") return undefined;
  const recipient = said(person, "emailAddress") || about.recipient;
  const told = {
    ids: about.ids,
    recipient,
    at: said(bounce, "timestamp"),
    event_id: said(bounce, "feedbackId"),
  };
  // They unsubscribed through Amazon's own list, and their address works.
  if (detail === "UnsubscribedRecipient") return { ...told, kind: "unsubscribed", words: "" };
  const isRefused = /^(?:Content|Attachment)Rejected$/.test(detail);
  // A host that doesn't exist is permanent, whatever its class.
  const isDead = type === "Permanent" || enhanced === "5.4.4";
  const otherwise = isDead ? "bounced_hard" : isRefused ? "policy" : "bounced_soft";
  const kind = /Suppress/.test(detail) ? otherwise : replyKind({ enhanced, text }, otherwise);
  return { ...told, kind, words: cleanReplyText(text || `${type} ${detail}`) };
}

/** A change in Amazon's own subscription list. Its topics aren't ours, so leaving one unsubscribes. */
function leavingOfSes(
  chosen: Json,
  about: Pick<ProviderReport, "ids" | "recipient">,
): ProviderReport | undefined {
  const outOf = (preferences: Json) =>
    list(preferences.topicSubscriptionStatus)
      .filter((one) => said(one, "subscriptionStatus").toLowerCase() === "optout")
      .map((one) => said(one, "topicName"));
  const [before, after] = [part(chosen, "oldTopicPreferences"), part(chosen, "newTopicPreferences")];
  const had = new Set(outOf(before));
  if (after.unsubscribeAll !== true && outOf(after).every((topic) => had.has(topic))) return undefined;
  const at = said(chosen, "timestamp");
  const event_id = ["subscription", about.recipient, ...about.ids, at].join(" ");
  return { ...about, kind: "unsubscribed", words: "", at, event_id };
}

const POSTMARK_KINDS: Readonly<Record<string, BounceKind | "complained">> = {
  HardBounce: "bounced_hard",
  BadEmailAddress: "bounced_hard",
  ManuallyDeactivated: "bounced_hard",
  Transient: "bounced_soft",
  SoftBounce: "bounced_soft",
  DnsError: "bounced_soft",
  Unknown: "bounced_soft",
  SpamNotification: "policy",
  Blocked: "policy",
  DMARCPolicy: "policy",
  VirusNotification: "policy",
  SpamComplaint: "complained",
};

function fromPostmark(event: unknown): ProviderReport | undefined {
  const type = said(event, "RecordType");
  const about = {
    ids: known(said(part(event, "Metadata"), TRACE_KEY), said(event, "MessageID")),
    recipient: said(event, "Email", "Recipient"),
    event_id: said(event, "ID", "MessageID"),
  };
  const text = said(event, "Details", "Description");
  if (type === "Delivery")
    return { ...about, kind: "delivered", words: cleanReplyText(text), at: said(event, "DeliveredAt") };
  // Bounces and complaints are reported separately, and the provider account's owner may have entered an
  // address.
  if (type === "SubscriptionChange" && said(event, "SuppressionReason") === "ManualSuppression") {
    const hasLeft =
      isObject(event) &&
      event.SuppressSending === true &&
      !/^(?:Customer|Admin)$/.test(said(event, "Origin"));
    const at = said(event, "ChangedAt");
    const event_id = `${about.event_id} ${about.recipient} ${at}`;
    return hasLeft ? { ...about, kind: "unsubscribed", words: "", at, event_id } : undefined;
  }
  const named = type === "SpamComplaint" ? "complained" : POSTMARK_KINDS[said(event, "Type")];
  if ((type !== "Bounce" && type !== "SpamComplaint") || named === undefined) return undefined;
  const kind = named === "bounced_hard" || named === "bounced_soft" ? replyKind({ text }, named) : named;
  return { ...about, kind, words: cleanReplyText(text), at: said(event, "BouncedAt") };
}

function fromSendgrid(event: unknown): ProviderReport | undefined {
  const type = said(event, "event");
  const text = said(event, "reason", "response");
  const about = {
    ids: known(said(event, TRACE_KEY), said(event, "smtp-id")),
    recipient: said(event, "email"),
    words: cleanReplyText(text),
    at: Number(said(event, "timestamp")) * 1000,
    event_id: said(event, "sg_event_id"),
  };
  if (type === "delivered") return { ...about, kind: "delivered" };
  if (type === "spamreport") return { ...about, kind: "complained" };
  // Its groups aren't our topics.
  if (type === "unsubscribe" || type === "group_unsubscribe") return { ...about, kind: "unsubscribed" };
  if (type === "dropped") {
    // `Invalid SMTPAPI header` is the sender's mistake.
    if (/bounced address|^invalid(?: address)?$/i.test(text)) return { ...about, kind: "bounced_hard" };
    if (/unsubscribed/i.test(text)) return { ...about, kind: "unsubscribed", words: "" };
    return /spam reporting/i.test(text) ? { ...about, kind: "complained" } : undefined;
  }
  if (type !== "bounce") return undefined;
  const isBlocked = said(event, "type") === "blocked";
  const kind = replyKind({ enhanced: said(event, "status"), text }, isBlocked ? "policy" : "bounced_hard");
  // A block is about us, whatever else it says.
  return { ...about, kind: isBlocked && kind === "bounced_hard" ? "policy" : kind };
}

function fromMailgun(event: Json): ProviderReport | undefined {
  const type = said(event, "event");
  const status = part(event, "delivery-status");
  const text = said(status, "message", "description");
  const about = {
    ids: known(
      said(part(event, "user-variables"), TRACE_KEY),
      said(part(part(event, "message"), "headers"), "message-id"),
    ),
    recipient: said(event, "recipient"),
    words: cleanReplyText(text),
    at: Number(said(event, "timestamp")) * 1000,
    event_id: said(event, "id"),
  };
  if (type === "delivered") return { ...about, kind: "delivered" };
  if (type === "complained") return { ...about, kind: "complained" };
  if (type === "unsubscribed") return { ...about, kind: "unsubscribed", words: "" };
  if (type === "rejected") return { ...about, kind: "policy" };
  // The provider itself retries temporary failures.
  if (type !== "failed" || said(event, "severity") !== "permanent") return undefined;
  const reason = said(event, "reason");
  if (reason === "suppress-bounce") return { ...about, kind: "bounced_hard" };
  if (reason === "suppress-complaint") return { ...about, kind: "complained" };
  if (reason === "suppress-unsubscribe") return { ...about, kind: "unsubscribed", words: "" };
  const enhanced = said(status, "enhanced-code");
  const code = Number(said(status, "code"));
  // Mailgun has its own codes above 600.
  const reply = { text, ...(code >= 400 && code < 600 && { code }), ...(enhanced !== "" && { enhanced }) };
  return { ...about, kind: reason === "old" ? "bounced_soft" : replyKind(reply, "bounced_soft") };
}

const RESEND_BOUNCES: Readonly<Record<string, BounceKind>> = {
  Permanent: "bounced_hard",
  Transient: "bounced_soft",
  Undetermined: "bounced_soft",
};

/** The event's id is in its envelope: `receive-webhook.ts` adds it. */
function fromResend(event: unknown): ProviderReport | undefined {
  const data = part(event, "data");
  const type = said(event, "type");
  const about = {
    ids: known(
      said(part(data, "tags"), TRACE_KEY),
      said(data, "message_id"),
      ...headerIn(data.headers, "message-id"),
    ),
    recipient: said({ to: list(data.to)[0] }, "to"),
    at: said(event, "created_at"),
    event_id: said(data, "email_id"),
    words: "",
  };
  if (type === "email.delivered") return { ...about, kind: "delivered" };
  if (type === "email.complained") return { ...about, kind: "complained", words: "Reported as spam" };
  if (type === "email.suppressed") {
    const words = cleanReplyText(said(part(data, "suppressed"), "message") || "Suppressed there");
    return { ...about, kind: "bounced_hard", words };
  }
  if (type === "contact.updated" && data.unsubscribed === true)
    return {
      ...about,
      ids: [],
      kind: "unsubscribed",
      recipient: said(data, "email"),
      event_id: said(data, "id"),
    };
  if (type !== "email.bounced") return undefined;
  const bounce = part(data, "bounce");
  const [diagnosis] = list(bounce.diagnosticCode);
  const text = said({ diagnosis }, "diagnosis");
  const otherwise = RESEND_BOUNCES[said(bounce, "type")] ?? "bounced_soft";
  const kind = replyKind({ text }, otherwise);
  return { ...about, kind, words: cleanReplyText(text || said(bounce, "message")) };
}
