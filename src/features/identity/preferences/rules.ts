/* The dashboard shows these texts. */
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import type { StaffArea } from "#src/lib/access.ts";

/** The notification channels: the list behind the bell, e-mail, and devices that people have added for it. */
export const CHANNELS = ["in_app", "email", "push"] as const;
export type Channel = (typeof CHANNELS)[number];

/** `choice` leaves it to people; the others are fixed. */
export type ChannelPolicy = "choice" | "always" | "never";

interface Topic {
  /** Set if it's only for staff in charge of that. */
  staff?: StaffArea;
  label: string;
  /** Describes the topic in the settings. */
  hint: string;
  in_app: ChannelPolicy;
  email: ChannelPolicy;
  push: ChannelPolicy;
}

export const PUSH_DEVICES_MAX = 10;

/** Notification topics, in the screen's order. `notifications/notification-types.ts` maps events to them. */
export const TOPICS = {
  fans: {
    label: "New fans",
    hint: "Someone signs up on a page. We e-mail you about your own account’s.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  tasks: {
    label: "Tasks",
    hint: "A task of yours about a lead is due, or a rule or sequence tells you something.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  replies: {
    label: "Replies",
    hint: "A fan replies to an e-mail that you sent.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  visits: {
    label: "Visits and goals",
    hint: "A page has far more or fewer visits than usual, or reaches a goal. We e-mail you about spikes and drops on your own account’s.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  team: {
    label: "Your team",
    hint: "Someone joins, leaves, or is removed.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  roles: {
    label: "Teams you’re on",
    hint: "Your role changes, you’re removed, or the account is about to be deleted.",
    in_app: "always",
    email: "never",
    push: "choice",
  },
  links: {
    label: "Broken links",
    hint: "A link on a page stops working. We e-mail you about your own account’s.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  pages: {
    label: "Drafts of pages",
    hint: "One goes live, or back, at its time, or couldn’t.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  decisions: {
    label: "Decisions about your pages",
    hint: "The people who run this instance hide a page or a link, label it as adult content, or take that back.",
    in_app: "always",
    email: "always",
    push: "choice",
  },
  domains: {
    label: "Your domains",
    hint: "A domain starts working, or stops leading to your page.",
    in_app: "choice",
    email: "always",
    push: "choice",
  },
  billing: {
    label: "Billing",
    hint: "A payment doesn’t go through, or premium ends.",
    in_app: "always",
    email: "always",
    push: "choice",
  },
  mailboxes: {
    label: "Sending accounts",
    hint: "One stops, or is about to: its server refuses our sign-in, or too much came back or was reported.",
    in_app: "always",
    email: "always",
    push: "choice",
  },
  campaigns: {
    label: "Campaigns",
    hint: "One has gone out, waits for your approval, missed its time, or stops because too much went wrong. So may a sequence or a rule.",
    in_app: "choice",
    email: "always",
    push: "choice",
  },
  webhooks: {
    label: "Webhooks",
    hint: "We turn one off because nothing gets through.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  keys: {
    label: "API keys",
    hint: "Someone on your team creates one.",
    in_app: "always",
    email: "never",
    push: "choice",
  },
  news: {
    label: "News and tips",
    hint: "The people who run this instance tell you what’s new, or how to get more out of your pages.",
    in_app: "choice",
    email: "choice",
    push: "choice",
  },
  terms: {
    label: "Terms and policies",
    hint: "The terms, the privacy policy, or the cookie policy of this instance changes.",
    in_app: "always",
    email: "always",
    push: "choice",
  },
  reviews: {
    staff: "moderation",
    label: "First campaigns",
    hint: "A new account sends its first campaign.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  reports: {
    staff: "moderation",
    label: "Reports",
    hint: "A visitor reports a page. The founder and the support address get an e-mail, too.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  help: {
    staff: "help",
    label: "Requests for help",
    hint: "Somebody asks for help, or writes again. We e-mail new ones to everyone who answers them, and to the support address.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  approvals: {
    staff: "accounts",
    label: "Approvals",
    hint: "A colleague needs a second member of staff, or answers what you proposed.",
    in_app: "choice",
    email: "never",
    push: "choice",
  },
  security: {
    label: "Your security",
    hint: "Someone signs in on a new device, or your password, e-mail address, or another way to sign in changes.",
    in_app: "always",
    email: "always",
    push: "choice",
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;
export const TOPIC_NAMES = Object.keys(TOPICS) as TopicName[];

/** Returns the topics available to someone with this role on the instance. */
export function topicsFor(role: string): TopicName[] {
  return TOPIC_NAMES.filter((name) => {
    const { staff }: Topic = TOPICS[name];
    return staff === undefined || isStaffFor(role, staff);
  });
}

/** Formats a topic and a channel as they're stored once someone has turned them off: `fans.email`. */
export function cellOf(topic: TopicName, channel: Channel): string {
  return `${topic}.${channel}`;
}

/** True if someone gets a topic through this channel, given everything they've turned off. */
export function isSubscribed(off: readonly string[], topic: TopicName, channel: Channel): boolean {
  const offer: ChannelPolicy = TOPICS[topic][channel];
  if (offer !== "choice") return offer === "always";
  return !off.includes(cellOf(topic, channel));
}

/** Tables and other screens whose columns, order, and saved views are stored for each person and account. */
export const VIEWED_TABLES = ["leads", "suppressions", "analytics", "links"] as const;
export type ViewedTable = (typeof VIEWED_TABLES)[number];
export const SAVED_VIEWS_MAX = 50;
export const VIEW_NAME_CHARS_MAX = 40;
/** Of one value that a saved view is limited by: a condition is as long as fits in a URL. */
export const VIEW_VALUE_CHARS_MAX = 6000;
/** The maximum size of all of a table's views together, as JSON: what fits in a request. */
export const VIEWS_BYTES_MAX = 60_000;
