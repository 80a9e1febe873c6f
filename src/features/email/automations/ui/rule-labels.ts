import {
  IconBell,
  IconCalendarTime,
  IconChecklist,
  IconForms,
  IconLayoutKanban,
  IconLink,
  IconMail,
  IconMailCog,
  IconMessageOff,
  IconNote,
  IconRoute,
  IconRouteOff,
  IconSpeakerphone,
  IconStar,
  IconTag,
  IconUserStar,
  IconWebhook,
} from "@tabler/icons-react";
import type { AutomationSummary, Run } from "#src/features/email/automations/contract.ts";
import type {
  ActionType,
  EventOperator,
  TriggerType,
} from "#src/features/email/automations/definition-rules.ts";
import { type ActionOutcome, SKIP_REASONS } from "#src/features/email/automations/rules.ts";

export const RULE_LABELS = {
  draft: { color: "gray", label: "Draft" },
  active: { color: "teal", label: "On" },
  paused: { color: "orange", label: "Off" },
} as const satisfies Record<AutomationSummary["state"], { color: string; label: string }>;

export const RUN_LABELS = {
  active: { color: "blue", label: "Running" },
  waiting: { color: "blue", label: "Waiting" },
  done: { color: "teal", label: "Done" },
  failed: { color: "red", label: "Failed" },
  skipped: { color: "gray", label: "Didn’t run" },
} as const satisfies Record<Run["state"], { color: string; label: string }>;

export const OUTCOME_LABELS: Readonly<Record<ActionOutcome, string>> = {
  done: "Done",
  sent: "Sent",
  waited: "Waited",
  queued: "On its way",
  failed: "Failed",
};

const REASONS: Readonly<Record<string, string>> = { ...SKIP_REASONS, state: "The rule is off." };
/** Why a rule didn't run, or wouldn't. */
export const skipWords = (reason: string): string => REASONS[reason] ?? reason;

export const ACTION_KINDS = {
  send: { label: "Send an e-mail", Icon: IconMail },
  wait: { label: "Wait", Icon: IconCalendarTime },
  start_sequence: { label: "Start a sequence", Icon: IconRoute },
  stop_sequence: { label: "Stop a sequence", Icon: IconRouteOff },
  tag: { label: "Tag", Icon: IconTag },
  field: { label: "Field", Icon: IconForms },
  stage: { label: "Stage", Icon: IconLayoutKanban },
  owner: { label: "Owner", Icon: IconUserStar },
  score: { label: "Score", Icon: IconStar },
  topic: { label: "Topic", Icon: IconMailCog },
  suppress: { label: "Suppress", Icon: IconMessageOff },
  task: { label: "Task", Icon: IconChecklist },
  note: { label: "Note", Icon: IconNote },
  notify: { label: "Tell your team", Icon: IconBell },
  link: { label: "Show or hide a link", Icon: IconLink },
  promotion: { label: "Show or hide a promotion", Icon: IconSpeakerphone },
  webhook: { label: "Call another program", Icon: IconWebhook },
} as const satisfies Record<ActionType, { label: string; Icon: typeof IconMail }>;

/** The actions in the order of the menu. */
export const ACTION_GROUPS: readonly { label: string; types: readonly ActionType[] }[] = [
  { label: "E-mail and time", types: ["send", "wait", "start_sequence", "stop_sequence"] },
  { label: "The fan", types: ["tag", "field", "stage", "owner", "score", "topic", "suppress"] },
  { label: "Your team", types: ["task", "note", "notify"] },
  { label: "Your page and other programs", types: ["link", "promotion", "webhook"] },
];

export const TRIGGER_LABELS: Readonly<Record<TriggerType, string>> = {
  page_opened: "Someone opens a page",
  link_clicked: "Someone clicks a link",
  lead: "Someone signs up",
  confirmed: "Someone confirms their sign-up",
  contact_added: "Someone joins your list",
  tag: "A tag changes",
  field: "A field changes",
  stage: "A stage changes",
  segment: "Someone enters or leaves a segment",
  mail_sent: "Someone gets an e-mail",
  mail_opened: "Someone opens an e-mail",
  mail_clicked: "Someone clicks in an e-mail",
  bounced: "An e-mail bounces",
  replied: "Someone replies",
  unsubscribed: "Someone unsubscribes",
  complained: "Someone marks an e-mail as spam",
  order: "Someone buys something",
  date: "A date comes",
  inactive: "Someone does nothing for a while",
  webhook: "Another program calls your URL",
  schedule: "By the clock",
};

export const TRIGGER_GROUPS: readonly { label: string; types: readonly TriggerType[] }[] = [
  { label: "Your page", types: ["page_opened", "link_clicked", "lead", "confirmed", "contact_added"] },
  { label: "What you know of them", types: ["tag", "field", "stage", "segment"] },
  {
    label: "E-mail",
    types: ["mail_sent", "mail_opened", "mail_clicked", "replied", "bounced", "unsubscribed", "complained"],
  },
  { label: "Shop, time, and other programs", types: ["order", "date", "inactive", "schedule", "webhook"] },
];

export const FACT_LABELS: Readonly<Record<string, string>> = {
  profile_id: "Page",
  link_id: "Link",
  country: "Country",
  device: "Device",
  app: "App",
  referrer_host: "Referrer",
  utm_source: "UTM source",
  tag: "Tag",
  action: "What happened",
  key: "Field",
  value: "New value",
  before: "Value before",
  stage_id: "Stage",
  segment_id: "Segment",
  campaign_id: "Campaign",
  subject: "Subject",
  url: "URL",
  topic: "Topic",
  amount: "Amount",
  currency: "Currency",
  order_id: "Order number",
  field: "Date",
  webhook_id: "Webhook",
};

export const EVENT_OPERATOR_LABELS: Readonly<Record<EventOperator, string>> = {
  equals: "is",
  not_equals: "isn’t",
  contains: "contains",
  not_contains: "doesn’t contain",
  at_least: "is at least",
  at_most: "is at most",
};

/** Says what kind of file it is. */
export const RULE_FILE = "fanfare-rule";
