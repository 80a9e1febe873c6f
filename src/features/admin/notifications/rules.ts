/* The dashboard shows these texts. */
import { PATHS } from "#src/lib/paths.ts";

/**
 * `draft`: being written. `waiting`: for a second member of staff. `scheduled`: for its time. `sending`: a batch
 * at a time. `held`: nothing ran when it was due, so staff are asked again. `sent` and `stopped` are final.
 */
export const BROADCAST_STATES = [
  "draft",
  "waiting",
  "scheduled",
  "sending",
  "held",
  "sent",
  "stopped",
] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** What staff can still stop. */
export const OPEN_STATES: readonly BroadcastState[] = ["waiting", "scheduled", "sending", "held"];

/** What the job has something to do for: whoever is meant is written down even while it waits. */
export const RUNNING_STATES: readonly BroadcastState[] = ["waiting", "scheduled", "sending"];

export const TITLE_CHARS_MAX = 120;
export const TEXT_CHARS_MAX = 4000;
export const BUTTON_CHARS_MAX = 40;
export const BLOCKS_MAX = 50;
/** Inboxes cut off e-mail over 102 KB, and layout takes more than half of that. */
export const BLOCKS_CHARS_MAX = 40_000;
export const RULES_MAX = 10;
export const BROADCASTS_LISTED_MAX = 100;
export const AFTERWARDS_DAYS = 7;
/** How often a message can come again. */
export const REPETITIONS = ["week", "month"] as const;
/** Later than this, nobody is told what was meant for another day, unless staff say so again. */
export const LATE_HOURS = 24;
export const TEMPLATE_NAME_CHARS_MAX = 80;
export const TEMPLATES_MAX = 200;
export const TEMPLATE_VERSIONS_LISTED_MAX = 100;

/** Where the button leads, and what opens behind the bell. */
export const TARGETS = {
  dashboard: { path: PATHS.dashboard, label: "Home" },
  profiles: { path: PATHS.profiles, label: "Pages" },
  links: { path: PATHS.links, label: "Links" },
  analytics: { path: PATHS.analytics, label: "Analytics" },
  leads: { path: PATHS.leads, label: "Leads" },
  campaigns: { path: PATHS.campaigns, label: "Campaigns" },
  rules: { path: PATHS.rules, label: "Automations" },
  mailboxes: { path: PATHS.mailboxes, label: "Sending accounts" },
  team: { path: PATHS.team, label: "Team" },
  billing: { path: PATHS.billing, label: "Billing" },
} as const;
export type TargetName = keyof typeof TARGETS;
export const TARGET_NAMES = Object.keys(TARGETS) as [TargetName, ...TargetName[]];

/** What people can have used, as far as it leaves rows. What they deleted since doesn't count. */
export const USED = {
  lead_form: "Lead form",
  custom_domain: "Domain of their own",
  qr_design: "QR code in their own look",
  page_import: "Import of a page",
  page_draft: "Page drafts",
  team: "Team",
  referral: "Referrals",
  contact_import: "Import of leads",
  segments: "Segments",
  sending_account: "Sending account",
  templates: "E-mail templates",
  campaigns: "Campaigns, sent",
  sequences: "Sequences, started",
  automations: "Automations, started",
  ab_tests: "A/B tests",
  transactional_mail: "E-mail by API",
  webhooks: "Webhooks",
  incoming_webhooks: "Incoming webhooks",
  api_keys: "API keys",
  goals: "Goals",
  two_factor: "Two-step sign-in",
  passkeys: "Passkeys",
} as const;
export type UsedName = keyof typeof USED;
export const USED_NAMES = Object.keys(USED) as [UsedName, ...UsedName[]];

/** What an audience can be told apart by, and the kind of value. */
export const FIELDS = {
  plan: { kind: "choice", label: "Plan" },
  verified: { kind: "choice", label: "E-mail address" },
  language: { kind: "choice", label: "Language" },
  country: { kind: "country", label: "Country of the last sign-in" },
  signed_up_after: { kind: "date", label: "Signed up on or after" },
  signed_up_before: { kind: "date", label: "Signed up before" },
  seen_within: { kind: "days", label: "Seen within days" },
  not_seen_for: { kind: "days", label: "Not seen for days" },
  uses: { kind: "choice", label: "Uses the feature" },
  uses_not: { kind: "choice", label: "Doesn’t use the feature" },
  profiles_min: { kind: "number", label: "Pages, at least" },
  profiles_max: { kind: "number", label: "Pages, at most" },
  links_min: { kind: "number", label: "Links, at least" },
  links_max: { kind: "number", label: "Links, at most" },
  contacts_min: { kind: "number", label: "Leads, at least" },
  contacts_max: { kind: "number", label: "Leads, at most" },
} as const;
export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const NUMBER_MAX = 1_000_000;
export const DAYS_MAX = 3650;

/** True for a value that a condition about this field can have, as far as its kind says. */
export function isValueOf(field: FieldName, value: string | number): boolean {
  const { kind } = FIELDS[field];
  if (kind === "date") return !Number.isNaN(Date.parse(String(value)));
  if (kind === "choice" || kind === "country") return typeof value === "string" && value !== "";
  const [least, most] = kind === "days" ? [1, DAYS_MAX] : [0, NUMBER_MAX];
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}
