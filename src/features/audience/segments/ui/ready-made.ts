import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";

export interface ReadyMade {
  key: string;
  name: string;
  about: string;
  condition: Condition;
}

const opened = (days: number): Condition => ({
  any: [
    { event: "opened", days },
    { event: "clicked_email", days },
    { event: "replied", days },
  ],
});
const goingCold = (days: number): Condition => ({
  all: [
    { event: "received", days },
    { attribute: "created", operator: "not_in_last_days", value: days },
    { none: [opened(days)] },
  ],
});

/** Segments to begin with. */
export const READY_MADE: readonly ReadyMade[] = [
  {
    key: "new",
    name: "New this week",
    about: "Added in the last 7 days",
    condition: { attribute: "created", operator: "in_last_days", value: 7 },
  },
  {
    key: "engaged",
    name: "Engaged",
    about: "Opened, clicked, or replied in the last 30 days",
    condition: opened(30),
  },
  {
    key: "cold-60",
    name: "Going cold (60 days)",
    about: "Got e-mail in the last 60 days, and did nothing with it",
    condition: goingCold(60),
  },
  {
    key: "cold-90",
    name: "Going cold (90 days)",
    about: "Got e-mail in the last 90 days, and did nothing with it",
    condition: goingCold(90),
  },
  {
    key: "never-opened",
    name: "Never opened",
    about: "Got at least 3 e-mails and opened none",
    condition: {
      all: [{ event: "received", at_least: 3 }, { none: [{ event: "opened" }, { event: "clicked_email" }] }],
    },
  },
  {
    key: "top",
    name: "Top fans",
    about: "Clicked in at least 5 e-mails, or bought twice",
    condition: {
      any: [
        { event: "clicked_email", at_least: 5 },
        { event: "bought", at_least: 2 },
      ],
    },
  },
  { key: "buyers", name: "Buyers", about: "Bought something", condition: { event: "bought" } },
  {
    key: "tiktok",
    name: "From TikTok",
    about: "Signed up in TikTok’s app, or came from tiktok.com",
    condition: {
      any: [
        { attribute: "app", operator: "equals", value: "TikTok" },
        { attribute: "referrer", operator: "contains", value: "tiktok.com" },
      ],
    },
  },
  {
    key: "instagram",
    name: "From Instagram",
    about: "Signed up in Instagram’s app, or came from instagram.com",
    condition: {
      any: [
        { attribute: "app", operator: "equals", value: "Instagram" },
        { attribute: "referrer", operator: "contains", value: "instagram.com" },
      ],
    },
  },
  {
    key: "country",
    name: "From one country",
    about: "Choose the countries that you’re playing or shipping to",
    condition: { attribute: "country", operator: "in", value: ["US"] },
  },
  {
    key: "unconfirmed",
    name: "Not confirmed",
    about: "Haven’t used the link in the confirmation e-mail",
    condition: { attribute: "status", operator: "equals", value: "unconfirmed" },
  },
  {
    key: "risky",
    name: "Shared and throwaway addresses",
    about: "Such as info@, or an address that works for a few minutes",
    condition: { attribute: "address", operator: "in", value: ["role", "disposable"] },
  },
];
