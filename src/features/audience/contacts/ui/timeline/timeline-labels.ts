import type { LeavingReason, SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import { RULE_SKIPS, SEQUENCE_EXITS } from "#src/features/audience/contacts/rules.ts";
import { formatMoney } from "#src/kit/format-money.ts";
import type { TimelineEntry } from "../../timeline/timeline-contract.ts";
import {
  addedByLabel,
  formatCents,
  LEAVING_REASON_LABELS,
  referrerLabel,
  SUPPRESSION_SENTENCES,
} from "../shared/contact-labels.ts";

interface Words {
  title: string;
  text?: string | undefined;
}

type Data = TimelineEntry["data"];

const WORDS: Record<TimelineEntry["kind"], (data: Data) => Words> = {
  visited: ({ referrer_host }) => ({
    title: "Visited your page",
    text: typeof referrer_host === "string" ? `Came from: ${referrerLabel(referrer_host)}` : undefined,
  }),
  link_opened: ({ link }) => ({ title: "Opened a link on your page", text: textOf(link) }),
  sign_up: ({ referrer_host }) => ({
    title: "Signed up on your page",
    text: typeof referrer_host === "string" ? `Came from: ${referrerLabel(referrer_host)}` : undefined,
  }),
  confirmed: () => ({ title: "Confirmed their sign-up", text: "By the link in the confirmation e-mail" }),
  asked: () => ({ title: "Asked for a copy of everything about them", text: "You have a month to send it." }),
  created: ({ import: file, by }) => ({
    title: addedByLabel(typeof file === "string" ? "import" : by === "api" ? "api" : "hand"),
    text: textOf(file),
  }),
  updated: ({ before, after, currency }) => ({
    title: "Changed",
    text: changesOf({ before, after, currency }),
  }),
  note: ({ text }) => ({ title: "Note", text: typeof text === "string" ? text : undefined }),
  suppressed: ({ reason }) => ({
    title: "E-mail stopped",
    text: SUPPRESSION_SENTENCES[reason as SuppressionReason],
  }),
  lifted: ({ note }) => ({
    title: "E-mail allowed again",
    text: typeof note === "string" ? note : undefined,
  }),
  sent: ({ campaign }) => ({ title: "E-mail sent", text: textOf(campaign) }),
  opened: ({ campaign }) => ({ title: "Opened your e-mail", text: textOf(campaign) }),
  clicked: ({ campaign, url }) => ({
    title: "Clicked a link in your e-mail",
    text: [campaign, url].filter((one) => typeof one === "string").join("\n"),
  }),
  ordered: ({ amount, currency, campaign }) => ({
    title: `Ordered for ${formatMoney(Number(amount), String(currency))}`,
    text: textOf(campaign),
  }),
  bounced: ({ campaign, words }) => ({
    title: "Your e-mail bounced",
    text: [campaign, words].filter((one) => typeof one === "string" && one !== "").join("\n"),
  }),
  waiting: ({ campaign }) => ({
    title: "E-mail waits until then",
    text: [campaign, "They’ve had as many e-mails as you allow."]
      .filter((one) => typeof one === "string")
      .join("\n"),
  }),
  sequence_entered: ({ sequence }) => ({ title: "Started a sequence", text: textOf(sequence) }),
  sequence_left: ({ sequence, reason }) => ({
    title: reason === "completed" ? "Finished a sequence" : "Left a sequence",
    text: [sequence, SEQUENCE_EXITS[reason as keyof typeof SEQUENCE_EXITS]]
      .filter((one) => typeof one === "string")
      .join("\n"),
  }),
  rule_ran: ({ rule }) => ({ title: "A rule ran", text: textOf(rule) }),
  rule_skipped: ({ rule, reason }) => ({
    title: "A rule didn’t run",
    text: lines(rule, RULE_SKIPS[reason as keyof typeof RULE_SKIPS]),
  }),
  rule_failed: ({ rule, reason }) => ({ title: "A rule failed", text: lines(rule, reason) }),
  stage: ({ from, to }) => ({
    title: typeof to === "string" ? `Moved to ${to}` : "Taken out of the pipeline",
    text: typeof from === "string" && typeof to === "string" ? `Was in ${from}` : undefined,
  }),
  owner: ({ is_set }) => ({
    title: is_set === true ? "Assigned to someone on your team" : "Unassigned",
  }),
  task: ({ action, title }) => ({
    title: TASK_WORDS[String(action)] ?? "Task",
    text: typeof title === "string" ? title : undefined,
  }),
  reply: ({ subject }) => {
    const to = String(subject ?? "").replace(REPLY_PREFIXES, "");
    return { title: to ? `Replied: ${to}` : "Replied" };
  },
  answer: ({ text, is_uncertain }) => ({
    title: is_uncertain ? "You answered, but it may not have arrived" : "You answered",
    text: typeof text === "string" ? text : undefined,
  }),
  merged: ({ name, email }) => ({ title: "Merged with another lead", text: whoOf(name, email) }),
  split: ({ name, email }) => ({ title: MERGE_UNDONE, text: whoOf(name, email) }),
  segment_entered: ({ segment }) => ({ title: `Came into the segment ${String(segment)}` }),
  segment_left: ({ segment }) => ({ title: `Left the segment ${String(segment)}` }),
  left: ({ reason }) => ({ title: `Said why they left: ${LEAVING_REASON_LABELS[reason as LeavingReason]}` }),
};

/** “Re:” as English, Spanish, German, and Scandinavian programs write it. */
const REPLY_PREFIXES = /^(?:(?:re|rv|aw|sv)\s*:\s*)+/i;

const MERGE_UNDONE = "Merge undone";

const whoOf = (...words: unknown[]) => words.filter(Boolean).join(", ") || undefined;

const lines = (...words: unknown[]) =>
  words.filter((one) => typeof one === "string" && one !== "").join("\n") || undefined;

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

const TASK_WORDS: Readonly<Record<string, string>> = {
  added: "Task planned",
  changed: "Task changed",
  done: "Task done",
  reopened: "Task reopened",
  deleted: "Task deleted",
};

export function timelineLabel({ kind, data }: TimelineEntry): Words {
  return WORDS[kind](data);
}

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  email: "E-mail",
  phone: "Phone",
  country: "Country",
  time_zone: "Time zone",
  tags: "Tags",
  fields: "Fields",
  paused_until: "Paused until",
  value_cents: "Value",
  score: "Score",
  mail_every_days: "Days between e-mails",
};

/** Returns one line for each change: old and new value. */
function changesOf({ before, after, currency }: Data): string | undefined {
  if (typeof after !== "object" || after === null) return undefined;
  const old = (before ?? {}) as Record<string, unknown>;
  return Object.entries(after)
    .map(([key, value]) => {
      const show = key === "value_cents" ? (cents: unknown) => money(cents, currency) : shown;
      return `${LABELS[key] ?? key}: ${show(old[key])} → ${show(value)}`;
    })
    .join("\n");
}

function money(cents: unknown, currency: unknown): string {
  return typeof cents === "number" ? formatCents(cents, String(currency)) : "–";
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.join(", ") || "–";
  if (typeof value === "object")
    return (
      Object.entries(value)
        .map(([key, one]) => `${key} ${shown(one)}`)
        .join(", ") || "–"
    );
  return String(value);
}
