import type { Permission } from "#src/lib/access.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";

export const WEBHOOKS_MAX = 20;
export const DELIVERY_DAYS_KEPT = 30;
export const ANSWER_BYTES_KEPT = 2048;
export const RECEIVER_MS_MAX = 10_000;
/** The format of messages. Anything that receivers rely on changes only with this number. */
export const PAYLOAD_VERSION = 1;

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `paused`: by a person. `failing`: nothing got through for a day. `gone`: the receiver said so (410). */
export const DISABLED_REASONS = ["paused", "failing", "gone"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

interface WebhookEvent {
  /** The public name, which never changes, whatever the product calls it. */
  type: string;
  /** The name it's announced under. */
  announced: string;
  label: string;
  /** People who may not see what it's about don't receive it either. */
  permission: Permission;
}

/** The events that a webhook can receive, in the screen's order. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  { type: "lead.created", announced: "lead.captured", label: "A fan signed up", permission: "leads.see" },
  {
    type: "lead.returned",
    announced: "lead.returned",
    label: "A fan signed up again",
    permission: "leads.see",
  },
  {
    type: "lead.deleted",
    announced: "contact.deleted",
    label: "A lead was deleted",
    permission: "leads.see",
  },
  {
    type: "leads.deleted",
    announced: "contacts.deleted",
    label: "Many leads were deleted",
    permission: "leads.see",
  },
  {
    type: "leads.restored",
    announced: "contacts.restored",
    label: "A change of many leads was undone",
    permission: "leads.see",
  },
  {
    type: "profile.created",
    announced: "profile.created",
    label: "A profile was created",
    permission: "profiles.see",
  },
  {
    type: "profile.duplicated",
    announced: "profile.duplicated",
    label: "A profile was duplicated",
    permission: "profiles.see",
  },
  {
    type: "profile.updated",
    announced: "profile.updated",
    label: "A profile was edited",
    permission: "profiles.see",
  },
  {
    type: "profile.renamed",
    announced: "profile.renamed",
    label: "A username was changed",
    permission: "profiles.see",
  },
  {
    type: "profile.status_changed",
    announced: "profile.status_changed",
    label: "A page was turned on or off",
    permission: "profiles.see",
  },
  {
    type: "profile.deleted",
    announced: "profile.deleted",
    label: "A profile was moved to the trash",
    permission: "profiles.see",
  },
  {
    type: "profile.restored",
    announced: "profile.restored",
    label: "A profile was restored",
    permission: "profiles.see",
  },
  { type: "link.created", announced: "link.created", label: "A link was added", permission: "links.see" },
  {
    type: "link.duplicated",
    announced: "link.duplicated",
    label: "A link was duplicated",
    permission: "links.see",
  },
  { type: "link.updated", announced: "link.updated", label: "A link was edited", permission: "links.see" },
  { type: "link.deleted", announced: "link.deleted", label: "A link was deleted", permission: "links.see" },
  {
    type: "link.restored",
    announced: "link.restored",
    label: "A link was restored",
    permission: "links.see",
  },
  {
    type: "links.reordered",
    announced: "links.reordered",
    label: "Links were put in another order",
    permission: "links.see",
  },
  {
    type: "domain.active",
    announced: "domain.activated",
    label: "A domain went live",
    permission: "connections.manage",
  },
  {
    type: "domain.misconfigured",
    announced: "domain.dangling",
    label: "A domain stopped leading to its page",
    permission: "connections.manage",
  },
  {
    type: "domain.failed",
    announced: "domain.failed",
    label: "A domain was given up on",
    permission: "connections.manage",
  },
  {
    type: "domain.lost",
    announced: "domain.lost",
    label: "A domain went to another account",
    permission: "connections.manage",
  },
];
export const EVENT_TYPES = WEBHOOK_EVENTS.map(({ type }) => type);
/** Sent by people to see whether it works. */
export const TEST_TYPE = "webhook.test";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Waits between tries, about two days in total. */
export const WAITS_S = [
  5,
  ...[1, 5, 30].map((minutes) => minutes * MINUTE_S),
  ...[2, 6, 12, 24].map((hours) => hours * HOUR_S),
];

/** How long to wait after this many tries. Undefined after the last. */
export function waitAfter(tries: number): number | undefined {
  return WAITS_S[tries - 1];
}

const FAILING_MS_MAX = 24 * HOUR_S * 1000;
export const GONE = 410;

interface Failed {
  status: number | null;
  /** The delivery's last try. */
  isLast: boolean;
  /** Since when nothing has gotten through. */
  failingSince: string;
  now: Date;
}

/** Whether a failed try turns the webhook off. */
export function reasonToDisable({ status, isLast, failingSince, now }: Failed): DisabledReason | undefined {
  if (status === GONE) return "gone";
  return isLast && now.getTime() - Date.parse(failingSince) >= FAILING_MS_MAX ? "failing" : undefined;
}

export type WebhookUrlCheck = { ok: true; url: string } | { ok: false; reason: UrlRefusal | "insecure" };

/**
 * Checks what people type as a webhook's URL. `allowLocal` is for receivers under development, on this
 * machine or network.
 */
export function checkWebhookUrl(raw: string, allowLocal: boolean): WebhookUrlCheck {
  const checked = checkUrl(raw, { allowLocal });
  if (!checked.ok) return checked;
  const { protocol } = new URL(checked.url);
  if (protocol !== "https:" && protocol !== "http:") return { ok: false, reason: "not_a_url" };
  if (protocol === "http:" && !allowLocal) return { ok: false, reason: "insecure" };
  return checked;
}
