/* Verifies that a webhook request comes from its provider: each signs differently. */
import { createHmac, createPublicKey, timingSafeEqual, verify, X509Certificate } from "node:crypto";
import type { Platform } from "#src/platform/context.ts";
import { isSignedBy } from "#src/platform/crypto/webhook-signature.ts";
import type { Provider } from "./provider-webhook-contract.ts";
import { AGE_MS_MAX, AHEAD_MS_MAX, topicHost, type WebhookRejection } from "./provider-webhook-rules.ts";

export interface WebhookRequest {
  /** By lowercase name; empty if absent. */
  header(name: string): string;
  /** Unparsed, because signatures are about bytes. */
  body: Buffer;
  json: unknown;
}

/** A verified request: its content, and the parts that may be used only once. */
export interface VerifiedPayload {
  inside: unknown;
  /** Identifies the whole delivery, if the provider sends an id. */
  id?: string;
  /** Set if a signature doesn't cover the content, so that it's valid for one delivery. */
  once?: string;
  /** Set if the request only asks to confirm the webhook. It's a URL at the provider. */
  confirm_url?: string;
}

type Check = (
  platform: Platform,
  sent: WebhookRequest,
  key: string,
) =>
  | VerifiedPayload
  | { refusal: WebhookRejection }
  | Promise<VerifiedPayload | { refusal: WebhookRejection }>;

const refused = (refusal: WebhookRejection) => ({ refusal });

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Seconds since 1970. Other notations of numbers are rejected. */
const timeIn = (seconds: string) => (/^\d{10}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN);

/** In milliseconds since 1970. */
function isTimely({ now }: Platform, provider: Provider, at: number): boolean {
  const age = now().getTime() - at;
  return age <= AGE_MS_MAX[provider] && age >= -AHEAD_MS_MAX;
}

export function verifySignature(
  platform: Platform,
  provider: Provider,
  { sent, key }: { sent: WebhookRequest; key: string },
) {
  return CHECKS[provider](platform, sent, key);
}

/** ECDSA over the time and the body. */
const checkSendgrid: Check = (platform, { header, body, json }, key) => {
  const time = header("x-twilio-email-event-webhook-timestamp");
  const signature = Buffer.from(header("x-twilio-email-event-webhook-signature"), "base64");
  const publicKey = sendgridKey(key);
  if (!publicKey || !verifies("sha256", Buffer.concat([Buffer.from(time), body]), { publicKey, signature }))
    return refused("signature");
  return isTimely(platform, "sendgrid", timeIn(time)) ? { inside: json } : refused("too_old");
};

/** Undefined for anything but a public key for ECDSA, as SendGrid shows it or in PEM format. */
export function sendgridKey(text: string) {
  try {
    const der = Buffer.from(text.replace(/-----[^-]+-----|\s/g, ""), "base64");
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec" ? key : undefined;
  } catch {
    return undefined;
  }
}

function verifies(
  algorithm: string,
  signed: Buffer,
  { publicKey, signature }: { publicKey: ReturnType<typeof createPublicKey>; signature: Buffer },
): boolean {
  try {
    return verify(algorithm, signed, publicKey, signature);
  } catch {
    return false;
  }
}

/** Our own password in the URL, which arrives as basic authentication. */
const checkPostmark: Check = (_platform, { header, json }, key) => {
  const expected = `Basic ${Buffer.from(`${POSTMARK_USER}:${key}`).toString("base64")}`;
  return isSame(header("authorization"), expected) ? { inside: json } : refused("credentials");
};
export const POSTMARK_USER = "fanfare";

/**
 * HMAC over a time and a token, so anyone who sees one could send other content with it, once. Nothing
 * separates the two, so the signature is the part that's valid once: the time and the token could be split
 * elsewhere.
 */
const checkMailgun: Check = (platform, { json }, key) => {
  const { timestamp, token, signature } = ((json as { signature?: unknown } | null)?.signature ??
    {}) as Record<string, unknown>;
  const expected = createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex");
  if (typeof signature !== "string" || typeof token !== "string" || !isSame(signature, expected))
    return refused("signature");
  if (!isTimely(platform, "mailgun", timeIn(String(timestamp)))) return refused("too_old");
  return { inside: json, once: signature };
};

/** Standard Webhooks, by its original name: HMAC over an id, the time, and the body. */
const checkResend: Check = (platform, { header, body, json }, key) => {
  const of = (name: string) => header(`svix-${name}`) || header(`webhook-${name}`);
  const [id, time] = [of("id"), of("timestamp")];
  const secret = Buffer.from(key.replace(/^whsec_/, ""), "base64");
  if (!isSignedBy(secret, of("signature"), { id, timestamp: time, body })) return refused("signature");
  return isTimely(platform, "resend", timeIn(time)) ? { inside: json, id } : refused("too_old");
};

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]+\.pem$/;
const SIGNED_FIELDS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    ...["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  ],
} as const;
const ALGORITHMS: Readonly<Record<string, string>> = { "1": "sha1", "2": "sha256" };
const BOUNDS = { bytesMax: 64 * 1024, milliseconds: 10_000, accept: "*/*" };
const CERTIFICATES_KEPT = 20;

/** Amazon's certificates, by URL. Each is valid for months, and a new one has a new URL. */
const certificates = new Map<string, X509Certificate>();

/** The URL if it's on the topic's host at Amazon. Similar names may be other people's, such as a bucket's. */
function amazonUrl({ outbound }: Platform, topic: string, text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || url.hostname !== topicHost(topic) || url.username !== "" || url.password !== "")
    return undefined;
  const isSafe = url.protocol === "https:" && url.port === "";
  return isSafe || (url.protocol === "http:" && outbound.allowsLocal) ? url : undefined;
}

function isCertificateUrl(platform: Platform, topic: string, text: string): boolean {
  const url = amazonUrl(platform, topic, text);
  return url !== undefined && CERTIFICATE_PATH.test(url.pathname) && url.search === "";
}

async function certificateAt(platform: Platform, url: string): Promise<X509Certificate> {
  const known = certificates.get(url);
  if (known) return known;
  const pem = await platform.outbound.fetchBytes(url, BOUNDS);
  const certificate = new X509Certificate(Buffer.from(pem));
  if (certificates.size >= CERTIFICATES_KEPT) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

/**
 * Anyone may have a topic at Amazon, so it has to be this one (docs: “Verifying the signatures of Amazon SNS
 * messages”).
 */
const checkSes: Check = async (platform, { json }, topic) => {
  const message = (json ?? {}) as Record<string, string>;
  const fields = SIGNED_FIELDS[message.Type as keyof typeof SIGNED_FIELDS];
  const algorithm = ALGORITHMS[message.SignatureVersion ?? ""];
  if (!fields || algorithm === undefined) return refused("malformed");
  if (message.TopicArn !== topic) return refused("topic");
  const url = String(message.SigningCertURL);
  if (!isCertificateUrl(platform, topic, url)) return refused("signature");
  const certificate = await certificateAt(platform, url).catch(() => undefined);
  if (!certificate) return refused("certificate");
  const text = fields.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]));
  const signature = Buffer.from(String(message.Signature), "base64");
  if (!verifies(algorithm, Buffer.from(text.join("")), { publicKey: certificate.publicKey, signature }))
    return refused("signature");
  if (!isTimely(platform, "ses", Date.parse(message.Timestamp ?? ""))) return refused("too_old");
  if (message.Type !== "Notification") {
    const confirm_url = String(message.SubscribeURL);
    return amazonUrl(platform, topic, confirm_url)
      ? { inside: undefined, confirm_url }
      : refused("malformed");
  }
  try {
    return { inside: JSON.parse(String(message.Message)) };
  } catch {
    return refused("malformed");
  }
};

const CHECKS: Readonly<Record<Provider, Check>> = {
  ses: checkSes,
  postmark: checkPostmark,
  sendgrid: checkSendgrid,
  mailgun: checkMailgun,
  resend: checkResend,
};
