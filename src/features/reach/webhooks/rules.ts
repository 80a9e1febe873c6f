import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";

export const WEBHOOKS_MAX = 20;
export const DELIVERY_DAYS_KEPT = 30;
export const ANSWER_BYTES_KEPT = 2048;
export const RECEIVER_MS_MAX = 10_000;
/** The format of messages. Anything that receivers rely on changes only with this number. */
export const PAYLOAD_VERSION = 1;

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `paused`: by a person. `failing`: nothing got through for a day. `gone`: the receiver sent a 410. */
export const DISABLED_REASONS = ["paused", "failing", "gone"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Sent by people to test the webhook. */
export const TEST_TYPE = "webhook.test";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Waits between attempts, about two days in total. */
export const WAITS_S = [
  5,
  ...[1, 5, 30].map((minutes) => minutes * MINUTE_S),
  ...[2, 6, 12, 24].map((hours) => hours * HOUR_S),
];

export function waitAfter(tries: number): number | undefined {
  return WAITS_S[tries - 1];
}

const FAILING_MS_MAX = 24 * HOUR_S * 1000;
export const GONE = 410;

interface Failed {
  status: number | null;
  isLast: boolean;
  /** The time since the last success. */
  failingSince: string;
  now: Date;
}

/** Returns the reason for which a failed attempt turns the webhook off, if it does. */
export function reasonToDisable({ status, isLast, failingSince, now }: Failed): DisabledReason | undefined {
  if (status === GONE) return "gone";
  return isLast && now.getTime() - Date.parse(failingSince) >= FAILING_MS_MAX ? "failing" : undefined;
}

export type WebhookUrlCheck = { ok: true; url: string } | { ok: false; reason: UrlRefusal | "insecure" };

/** Validates a webhook's URL. `allowLocal` is for receivers under development, on this machine or network. */
export function checkWebhookUrl(raw: string, allowLocal: boolean): WebhookUrlCheck {
  const checked = checkUrl(raw, { allowLocal });
  if (!checked.ok) return checked;
  const { protocol } = new URL(checked.url);
  if (protocol !== "https:" && protocol !== "http:") return { ok: false, reason: "not_a_url" };
  if (protocol === "http:" && !allowLocal) return { ok: false, reason: "insecure" };
  return checked;
}
