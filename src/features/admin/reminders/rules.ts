/* The dashboard shows these texts. */
import { PATHS } from "#src/lib/paths.ts";

/**
 * When each comes: `after` its days have passed since something, or `before` something ends. `text` says whom it
 * means, and `days` what its days count from.
 */
export const REMINDERS = {
  no_profile: {
    label: "No page yet",
    text: "Someone signed up, and neither has a page nor works on somebody’s team.",
    days: "Days after signing up",
    timing: "after",
    first_days: 3,
    target: { path: PATHS.profiles, label: "Pages" },
  },
  no_link: {
    label: "No link yet",
    text: "None of their pages has a link, collects sign-ups, or leads straight to another address.",
    days: "Days after making the page",
    timing: "after",
    first_days: 3,
    target: { path: PATHS.links, label: "Links" },
  },
  no_clicks: {
    label: "No click yet",
    text: "A page has links, and nobody has clicked any of them.",
    days: "Days after the page’s first link",
    timing: "after",
    first_days: 14,
    target: { path: PATHS.profiles, label: "Pages" },
  },
  domain_problem: {
    label: "Domain doesn’t work",
    text: "A domain of theirs stopped leading to their page, or never did.",
    days: "Days since it stopped working, or was added",
    timing: "after",
    first_days: 3,
    target: { path: PATHS.domains, label: "Domains" },
  },
  payment_failing: {
    label: "Payment failed",
    text: "A payment for premium didn’t go through, for example because the card has expired.",
    days: "Days since the payment failed",
    timing: "after",
    first_days: 4,
    target: { path: PATHS.billing, label: "Billing" },
  },
  quota_near: {
    label: "Plan nearly full",
    text: "They use most of the pages or links that their plan includes.",
    days: "Days since they last added one",
    timing: "after",
    first_days: 1,
    target: { path: PATHS.billing, label: "Billing" },
  },
  draft_campaign: {
    label: "Campaign not sent",
    text: "A campaign of theirs is still a draft, and nobody has worked on it lately.",
    days: "Days since it was last changed",
    timing: "after",
    first_days: 7,
    target: { path: PATHS.campaigns, label: "Campaigns" },
  },
  inactive: {
    label: "Not seen lately",
    text: "They have a page, and haven’t signed in or used the dashboard.",
    days: "Days since they were last seen",
    timing: "after",
    first_days: 30,
    target: { path: PATHS.analytics, label: "Analytics" },
  },
  mailbox_problem: {
    label: "Sending account not ready",
    text: "A sending account isn’t verified, or its server refuses our sign-in.",
    days: "Days since it needs them",
    timing: "after",
    first_days: 2,
    target: { path: PATHS.mailboxes, label: "Sending accounts" },
  },
  premium_ending: {
    label: "Granted premium ends soon",
    text: "Premium that staff gave them is about to end, and they don’t pay for their own.",
    days: "Days before it ends",
    timing: "before",
    first_days: 7,
    target: { path: PATHS.billing, label: "Billing" },
  },
} as const;

export type ReminderName = keyof typeof REMINDERS;
export const REMINDER_NAMES = Object.keys(REMINDERS) as [ReminderName, ...ReminderName[]];

export const DAYS_MAX = 365;
export const TIMES_MAX = 10;
export const REASON_CHARS_MAX = 500;
/** Whoever could have been reminded longer ago than this isn’t anymore: switching one on tells nobody about years past. */
export const LATE_DAYS = 90;
/** Between reminders of one rule about different things, such as a domain that keeps coming and going. */
export const GAP_DAYS = 7;
/** Reminders come in the morning of whoever gets them: from the first of these hours to before the second. */
export const MORNING = { from: 10, to: 13 } as const;
/** What people do within this time counts. */
export const WATCHED_DAYS = 7;
/** How much of a plan is “most”. */
export const NEARLY_FULL = 0.8;
export const FIGURES_DAYS = 90;
export const SAMPLE_ROWS = 5;
