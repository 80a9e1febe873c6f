/* The dashboard shows these texts. */

export const INCIDENT_KINDS = [
  "sign_in_failed",
  "locked_out",
  "limit_reached",
  "unusual_place",
  "kept_out",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Events of the audit log that are about security, by what the timeline calls them. */
export const EVENT_KINDS = {
  staff: ["account.role_changed"],
  keys: ["key.created", "staff_key.created"],
  key_places: ["staff_key.used_elsewhere"],
  webhooks: ["webhook.disabled"],
  sign_in_changed: ["account.two_factor_disabled", "account.two_factor_removed"],
  impersonation: ["account.impersonation_started"],
  blocks: ["block.added", "block.removed"],
} as const satisfies Record<string, readonly string[]>;
export type EventKind = keyof typeof EVENT_KINDS;

export type TimelineKind = IncidentKind | EventKind;

export const KIND_LABELS = {
  sign_in_failed: "Failed sign-ins",
  locked_out: "Lock-outs",
  limit_reached: "Limits reached",
  unusual_place: "Sign-ins from unusual places",
  kept_out: "Requests that were blocked",
  staff: "Changes of staff",
  keys: "New API keys",
  key_places: "Staff keys used from another country",
  webhooks: "Webhooks turned off",
  sign_in_changed: "Two-step sign-in turned off",
  impersonation: "Accounts opened by staff",
  blocks: "Changes of blocks",
} as const satisfies Record<TimelineKind, string>;

export const TIMELINE_KINDS = Object.keys(KIND_LABELS) as [TimelineKind, ...TimelineKind[]];

/** Limits of guesses. Whoever reaches one is locked out for a while. */
export const LOCK_OUTS: ReadonlySet<string> = new Set([
  "sign-in-pair",
  "sign-in-account",
  "sign-in-address",
  "sign-in-device",
  "second-step",
  "second-step-day",
]);

export const REASON_CHARS_MAX = 500;
export const VALUE_CHARS_MAX = 200;
/** Fewer letters would also be in the user agents of ordinary browsers. */
export const AGENT_CHARS_MIN = 4;
export const BLOCKS_MAX = 1000;

/** Networks that are larger than these have too many people in them. */
export const NETWORK_BITS_MIN = { ipv4: 8, ipv6: 19 } as const;
/** Networks that are smaller tell about a person, so they're only blocked for a time. */
export const NETWORK_BITS_WIDE = { ipv4: 24, ipv6: 48 } as const;
export const NARROW_DAYS_MAX = 90;

export const BLOCK_LABELS = {
  network: "Network",
  user_agent: "User agent",
  mail_domain: "E-mail domain",
} as const;
