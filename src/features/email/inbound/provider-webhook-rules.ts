import type { Provider } from "./provider-webhook-contract.ts";

/** Reasons why a request to a sending account's webhook was rejected, in words for its owner. */
export const WEBHOOK_REJECTIONS = {
  signature: "The signature is wrong. Check the key that you entered here.",
  credentials: "The username or password in the URL is wrong. Copy the whole URL again.",
  topic: "It came from another topic. Check the ARN that you entered here.",
  certificate: "We couldn’t get Amazon’s certificate to check the signature.",
  too_old: "It was too old, so it may be a copy of an earlier one.",
  malformed: "We couldn’t read it. Check that the webhook belongs to this provider.",
  too_many: "It sent too much at once. Have your provider send smaller batches.",
  unconfirmed: "Amazon didn’t confirm the subscription. Request the confirmation again.",
  unmatched:
    "It told of e-mail that didn’t go out through this account, so nothing changed. Check that the webhook belongs to it.",
  sealed: "This instance’s secret has changed. Remove the webhook and add it again.",
} as const;
export type WebhookRejection = keyof typeof WEBHOOK_REJECTIONS;

const HOUR_MS = 60 * 60_000;

/** The maximum age of a request: as long as its provider retries it. Postmark signs no time. */
export const AGE_MS_MAX: Readonly<Record<Provider, number>> = {
  ses: 2 * HOUR_MS,
  postmark: Number.POSITIVE_INFINITY,
  sendgrid: 25 * HOUR_MS,
  mailgun: 9 * HOUR_MS,
  resend: 5 * 60_000,
};
/** Allows for different clocks. */
export const AHEAD_MS_MAX = 5 * 60_000;

export const HOOK_BYTES_MAX = 1024 * 1024;
/** More than SendGrid puts into its largest batch of 768 KB. The others send them one by one. */
export const REPORTS_MAX = 2000;
/** The number of reports per transaction. */
export const REPORTS_AT_ONCE = 100;
/** The time of a request is recorded at most this often. */
export const STATUS_UPDATE_INTERVAL_MS = 60_000;
/** Longer than Mailgun repeats anything. */
export const TOKEN_DAYS = 2;

/** An Amazon topic's ARN: `arn:aws:sns:eu-west-1:123456789012:bounces`. `s3` isn't a region. */
const TOPIC = /^arn:(aws[a-z-]{0,10}):sns:([a-z]{2,4}(?:-[a-z]{2,12}){1,3}-\d{1,2}):\d{12}:[\w.-]{1,256}$/;

export function isTopic(text: string): boolean {
  return TOPIC.test(text);
}

/** Returns the host of an Amazon topic. Empty for an invalid ARN. */
export function topicHost(topic: string): string {
  const [, partition, region] = TOPIC.exec(topic) ?? [];
  if (region === undefined) return "";
  return `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

/** True for the secret of a Standard Webhooks endpoint. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{20,200}={0,2}$/.test(text);
}
