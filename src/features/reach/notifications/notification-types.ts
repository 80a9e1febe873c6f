import { taskDue } from "#src/features/audience/contacts/events.ts";
import { leadCaptured } from "#src/features/audience/leads/events.ts";
import {
  approvalAsked,
  approvalGiven,
  campaignHalted,
  campaignLate,
  campaignMissed,
  campaignMoved,
  firstCampaignWaiting,
} from "#src/features/email/campaigns/events.ts";
import { receiverPaused, senderDomainWorsened } from "#src/features/email/deliverability/events.ts";
import { receiverLabel } from "#src/features/email/deliverability/receivers/receivers-rules.ts";
import { checkLabels } from "#src/features/email/deliverability/rules.ts";
import { sendingAlarmed } from "#src/features/email/delivery/events.ts";
import { contactReplied } from "#src/features/email/inbound/events.ts";
import { mailboxDnsLost, mailboxStateChanged } from "#src/features/email/sending-accounts/events.ts";
import { needsPerson } from "#src/features/email/sending-accounts/rules.ts";
import { deletionRequested } from "#src/features/identity/accounts/events.ts";
import { keyCreated } from "#src/features/identity/api-keys/events.ts";
import {
  memberJoined,
  memberLeft,
  memberRemoved,
  memberRoleChanged,
} from "#src/features/identity/members/events.ts";
import { paymentFailed, subscriptionEnded } from "#src/features/money/billing/events.ts";
import { domainActivated, domainDangling, domainLost } from "#src/features/pages/domains/events.ts";
import { linksDied } from "#src/features/pages/links/events.ts";
import {
  handedOver,
  handoverDeclined,
  handoverOffered,
} from "#src/features/reach/ownership-transfer/events.ts";
import { webhookDisabled } from "#src/features/reach/webhooks/events.ts";
import type { EventType } from "#src/lib/event.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import { AUTOMATION_NOTIFICATION_TYPES } from "./automation-notification-types.ts";
import { CASE_NOTIFICATION_TYPES } from "./case-notification-types.ts";
import { DECISION_NOTIFICATION_TYPES } from "./decision-notification-types.ts";
import { DRAFT_NOTIFICATION_TYPES } from "./draft-notification-types.ts";
import { LEGAL_NOTIFICATION_TYPES } from "./legal-notification-types.ts";
import type { Audience, Facts, NotificationType } from "./notification-type.ts";
import { SECURITY_NOTIFICATION_TYPES } from "./security-notification-types.ts";
import { SEQUENCE_NOTIFICATION_TYPES } from "./sequence-notification-types.ts";
import { STAFF_NOTIFICATION_TYPES } from "./staff-notification-types.ts";
import { VISIT_NOTIFICATION_TYPES } from "./visit-notification-types.ts";

const named = (name: string, otherwise: string) => (name === "" ? otherwise : bidiIsolate(name));
const someone = (name: string) => named(name, "Someone");
const teamOf = ({ isOwn, owner }: Facts) => (isOwn ? "your team" : `${named(owner, "someone")}’s team`);
const roleIn = ({ data }: Facts, key: string) => (typeof data[key] === "string" ? String(data[key]) : "");
const anyRole = (role: string) =>
  role === "billing" ? "a billing manager" : `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;

const MANAGERS: Audience = { to: "viewers", permission: "team.manage" };
const toTeam = () => PATHS.team;

function domain(
  announced: EventType<object>,
  sentence: (host: string) => string,
  gone = "A domain that’s gone",
): NotificationType {
  return {
    topic: "domains",
    announced,
    audience: { to: "viewers", permission: "connections.manage" },
    sentence: ({ subject }) => sentence(named(subject, gone)),
    path: () => PATHS.domains,
  };
}

function campaign(
  announced: EventType<object>,
  sentence: (name: string) => string,
  isNews?: NotificationType["isNews"],
): NotificationType {
  return {
    topic: "campaigns",
    announced,
    audience: { to: "viewers", permission: "mail.send" },
    sentence: ({ subject }) =>
      sentence(subject === "" ? "A campaign that’s gone" : `“${bidiIsolate(subject)}”`),
    path: () => PATHS.campaigns,
    ...(isNews && { isNews }),
  };
}

function payment(announced: EventType<object>, sentence: () => string): NotificationType {
  return {
    topic: "billing",
    announced,
    audience: { to: "viewers", permission: "billing.manage" },
    sentence,
    path: () => PATHS.billing,
  };
}

/** All notification types. The order doesn't matter. */
export const NOTIFICATION_TYPES = {
  fan: {
    topic: "fans",
    announced: leadCaptured,
    audience: { to: "viewers", permission: "leads.see" },
    sentence: ({ count, subject, profile }, locale) => {
      const page = named(profile, "a page that’s gone");
      if (count > 1) return `${count.toLocaleString(locale)} new fans on ${page}`;
      return `${named(subject, "A new fan")} signed up on ${page}`;
    },
    path: ({ profile_id }) => (profile_id === null ? PATHS.leads : `${PATHS.leads}?profile=${profile_id}`),
  },
  task_due: {
    topic: "tasks",
    announced: taskDue,
    audience: { to: "assignee" },
    sentence: ({ subject }) => (subject === "" ? "A task was due" : `Task due: ${bidiIsolate(subject)}`),
    path: () => PATHS.leads,
  },
  reply: {
    topic: "replies",
    announced: contactReplied,
    audience: { to: "viewers", permission: "leads.see" },
    sentence: ({ subject }) => `${named(subject, "A fan")} replied to your e-mail`,
    path: () => PATHS.leads,
  },
  member_joined: {
    topic: "team",
    announced: memberJoined,
    audience: MANAGERS,
    sentence: (facts) => {
      const role = roleIn(facts, "role");
      return `${someone(facts.subject)} joined ${teamOf(facts)}${role && ` as ${anyRole(role)}`}`;
    },
    path: toTeam,
  },
  member_left: {
    topic: "team",
    announced: memberLeft,
    audience: MANAGERS,
    sentence: (facts) => `${someone(facts.subject)} left ${teamOf(facts)}`,
    path: toTeam,
  },
  member_removed: {
    topic: "team",
    announced: memberRemoved,
    audience: MANAGERS,
    sentence: (facts) =>
      `${someone(facts.actor)} removed ${named(facts.subject, "someone")} from ${teamOf(facts)}`,
    path: toTeam,
  },
  role_changed: {
    topic: "roles",
    announced: memberRoleChanged,
    audience: { to: "member" },
    sentence: (facts) => `You’re now ${anyRole(roleIn(facts, "to") || "member")} on ${teamOf(facts)}`,
    path: () => PATHS.dashboard,
  },
  removed: {
    topic: "roles",
    announced: memberRemoved,
    audience: { to: "member" },
    sentence: ({ subject }) => `You’re no longer on ${named(subject, "someone")}’s team`,
    path: () => null,
  },
  account_closing: {
    topic: "roles",
    announced: deletionRequested,
    audience: { to: "team" },
    sentence: ({ subject }) =>
      `${named(subject, "The owner")} is deleting an account you work in, so its team can’t open it`,
    path: () => null,
  },
  handover_offered: {
    topic: "roles",
    announced: handoverOffered,
    audience: { to: "member" },
    sentence: ({ owner }) => `${someone(owner)} wants to hand you their account`,
    path: toTeam,
  },
  handover_declined: {
    topic: "security",
    announced: handoverDeclined,
    audience: { to: "owner" },
    sentence: ({ subject }) => `${someone(subject)} won’t take over your account`,
    path: toTeam,
  },
  handed_over: {
    topic: "roles",
    announced: handedOver,
    audience: { to: "team" },
    sentence: ({ owner, subject }) =>
      `${someone(owner)} owns ${named(subject, "someone")}’s former account now`,
    path: () => PATHS.dashboard,
  },
  links_died: {
    topic: "links",
    announced: linksDied,
    audience: { to: "viewers", permission: "links.edit" },
    sentence: ({ subject, data: { broken } }, locale) =>
      typeof broken === "number" && broken > 1
        ? `${broken.toLocaleString(locale)} links don’t work anymore`
        : `${subject === "" ? "A link that’s gone" : `“${bidiIsolate(subject)}”`} doesn’t work anymore`,
    path: ({ profile_id }) => (profile_id === null ? PATHS.links : `${PATHS.links}?profile=${profile_id}`),
  },
  domain_activated: domain(domainActivated, (host) => `${host} works now`),
  domain_dangling: domain(domainDangling, (host) => `${host} no longer leads to your page`),
  domain_lost: domain(
    domainLost,
    (host) => `Another account has proven that ${host} is theirs`,
    "a domain that’s gone",
  ),
  payment_failed: payment(paymentFailed, () => "A payment for premium didn’t go through"),
  premium_ended: payment(subscriptionEnded, () => "Premium has ended"),
  mailbox_stopped: {
    topic: "mailboxes",
    announced: mailboxStateChanged,
    audience: { to: "viewers", permission: "connections.manage" },
    isNews: ({ to }) => typeof to === "string" && needsPerson(to),
    sentence: ({ subject, data: { to } }) => {
      const sender = named(subject, "a sending account that’s gone");
      return to === "auth_failed"
        ? `We can’t sign in to ${sender}, so nothing goes out through it`
        : `We paused ${sender}, because too much came back or was reported`;
    },
    path: () => PATHS.mailboxes,
  },
  mailbox_dns_lost: {
    topic: "mailboxes",
    announced: mailboxDnsLost,
    audience: { to: "viewers", permission: "connections.manage" },
    sentence: ({ subject, data: { why } }) => {
      const names = String(why).toUpperCase().split(",");
      const what = names.length === 1 ? `${names[0]} record isn’t` : `${names.join(" and ")} records aren’t`;
      const signing = names.includes("DKIM") ? ", so we don’t sign its e-mail" : "";
      return `The ${what} right anymore for ${named(subject, "a sending account that’s gone")}${signing}`;
    },
    path: () => PATHS.mailboxes,
  },
  mailbox_domain_worsened: {
    topic: "mailboxes",
    announced: senderDomainWorsened,
    audience: { to: "viewers", permission: "connections.manage" },
    sentence: ({ subject, data: { why } }) => {
      const sender = named(subject, "a sending account that’s gone");
      const names = typeof why === "string" ? checkLabels(why) : "";
      return names === ""
        ? `Something isn’t right anymore at the domain of ${sender}`
        : `${names}: not right anymore at the domain of ${sender}`;
    },
    path: () => PATHS.deliverability,
  },
  mailbox_receiver_paused: {
    topic: "mailboxes",
    announced: receiverPaused,
    audience: { to: "viewers", permission: "connections.manage" },
    isNews: ({ why }) => why !== "hand",
    sentence: ({ subject, data: { receiver, why } }) => {
      const sender = named(subject, "a sending account that’s gone");
      const label = receiverLabel(receiver);
      return why === "complaints"
        ? `We paused e-mail from ${sender} to ${label}, because too many reported it as spam`
        : `We paused e-mail from ${sender} to ${label}, because it puts off too much`;
    },
    path: () => PATHS.deliverability,
  },
  mailbox_alarmed: {
    topic: "mailboxes",
    announced: sendingAlarmed,
    audience: { to: "viewers", permission: "connections.manage" },
    sentence: ({ subject, data: { why } }) => {
      const sender = named(subject, "a sending account that’s gone");
      return why === "complaints"
        ? `Fans reported e-mail from ${sender} as spam. A few more, and we pause it`
        : `Receivers refuse e-mail from ${sender} because of their rules`;
    },
    path: () => PATHS.mailboxes,
  },
  campaign_halted: campaign(campaignHalted, (name) => `${name} was paused, because too much went wrong`),
  campaign_missed: campaign(campaignMissed, (name) => `${name} missed its time and hasn’t gone out`),
  campaign_late: campaign(campaignLate, (name) => `${name} missed its time for some and waits for you`),
  campaign_failed: campaign(
    campaignMoved,
    (name) => `${name} couldn’t start and hasn’t gone out`,
    ({ to }) => to === "failed",
  ),
  campaign_asked: campaign(approvalAsked, (name) => `${name} is waiting for approval`),
  campaign_approved: campaign(approvalGiven, (name) => `${name} was approved and may go out`),
  campaign_sent: campaign(
    campaignMoved,
    (name) => `${name} has gone out`,
    ({ to }) => to === "sent",
  ),
  first_campaign: {
    topic: "reviews",
    announced: firstCampaignWaiting,
    audience: { to: "staff", area: "moderation" },
    sentence: () => "A new account’s first campaign is waiting for review",
    path: () => STAFF_PATHS.firstCampaigns,
  },
  ...CASE_NOTIFICATION_TYPES,
  webhook_disabled: {
    topic: "webhooks",
    announced: webhookDisabled,
    audience: MANAGERS,
    sentence: ({ subject }) =>
      `Your webhook to ${named(subject, "a URL that’s gone")} is off, because nothing got through`,
    path: () => PATHS.webhooks,
  },
  key_created: {
    topic: "keys",
    announced: keyCreated,
    audience: MANAGERS,
    sentence: ({ actor, subject }) =>
      `${someone(actor)} created ${subject === "" ? "an API key that’s gone" : `the API key “${bidiIsolate(subject)}”`}`,
    path: () => PATHS.apiKeys,
  },
  /** What the instance tells many, in its own words. */
  news: {
    topic: "news",
    audience: { to: "owner" },
    sentence: ({ data }) =>
      typeof data.text === "string" ? data.text : "News from the people who run this instance",
    path: ({ data }) => (typeof data.path === "string" ? data.path : null),
  },
  ...LEGAL_NOTIFICATION_TYPES,
  ...SECURITY_NOTIFICATION_TYPES,
  ...STAFF_NOTIFICATION_TYPES,
  ...SEQUENCE_NOTIFICATION_TYPES,
  ...AUTOMATION_NOTIFICATION_TYPES,
  ...VISIT_NOTIFICATION_TYPES,
  ...DECISION_NOTIFICATION_TYPES,
  ...DRAFT_NOTIFICATION_TYPES,
} as const satisfies Record<string, NotificationType>;

export type NotificationTypeName = keyof typeof NOTIFICATION_TYPES;
export const NOTIFICATION_TYPE_NAMES = Object.keys(NOTIFICATION_TYPES) as NotificationTypeName[];

/** Returns the type stored under a name, which may be from a newer version. */
export function findNotificationType(name: string): NotificationType | undefined {
  return Object.hasOwn(NOTIFICATION_TYPES, name)
    ? NOTIFICATION_TYPES[name as NotificationTypeName]
    : undefined;
}
