/* The dashboard shows these texts. */
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";

export const HYGIENE_GROUPS = [
  "unengaged_90",
  "unengaged_180",
  "role",
  "disposable",
  "typo",
  "unconfirmed",
] as const;
export type HygieneGroup = (typeof HYGIENE_GROUPS)[number];

/** What people most often type instead of the largest providers' domains. All of them belong to others. */
export const TYPO_DOMAINS = [
  ...["gmial.com", "gmai.com", "gmal.com", "gamil.com", "gmail.co", "gmail.con", "gmaill.com", "gnail.com"],
  ...["gmail.cm", "gmil.com", "googlemail.co", "hotmial.com", "hotmai.com", "hotmal.com", "hotmail.con"],
  ...["hotmail.co", "hotmil.com", "outlok.com", "outloo.com", "outlook.con", "outlook.co", "yaho.com"],
  ...["yahooo.com", "yahoo.con", "yahoo.co", "yhaoo.com", "iclod.com", "icloud.co", "icloud.con", "aol.con"],
] as const;

/** Who signed up lately may still confirm. */
const CONFIRM_PATIENCE_DAYS = 30;

/** Got e-mail in these days and on the list for as long, and did nothing with any of it. */
const unengaged = (days: number): Condition[] => [
  { event: "received", days },
  { attribute: "created", operator: "not_in_last_days", value: days },
  {
    none: [
      { event: "opened", days },
      { event: "clicked_email", days },
      { event: "replied", days },
      { event: "bought", days },
    ],
  },
];

const OF: Readonly<Record<HygieneGroup, Condition[]>> = {
  unengaged_90: unengaged(90),
  unengaged_180: unengaged(180),
  role: [{ attribute: "address", operator: "equals", value: "role" }],
  disposable: [{ attribute: "address", operator: "equals", value: "disposable" }],
  typo: [
    {
      any: TYPO_DOMAINS.map((domain) => ({
        attribute: "email",
        operator: "ends_with",
        value: `@${domain}`,
      })),
    },
  ],
  unconfirmed: [
    { attribute: "status", operator: "equals", value: "unconfirmed" },
    { attribute: "created", operator: "not_in_last_days", value: CONFIRM_PATIENCE_DAYS },
  ],
};

/** Who's in a group. Addresses that get nothing anyway are nobody's problem. */
export function hygieneCondition(group: HygieneGroup): Condition {
  return { all: [...OF[group], { attribute: "suppressed", operator: "equals", value: false }] };
}

/** Whom an e-mail may win back. The others' addresses have nobody behind them, or nobody who agreed. */
export const WINNABLE_GROUPS = [
  "unengaged_90",
  "unengaged_180",
  "role",
] as const satisfies readonly HygieneGroup[];

/** What a group is called, also as a segment, and why it's a problem. */
export const HYGIENE_WORDS: Readonly<Record<HygieneGroup, { name: string; why: string }>> = {
  unengaged_90: {
    name: "Unengaged for 90 days",
    why: "Got e-mail, and didn’t open, click, reply, or buy. Gmail and others send more to spam the fewer people react.",
  },
  unengaged_180: {
    name: "Unengaged for 180 days",
    why: "The same for half a year. Few of them come back, and some addresses have become traps.",
  },
  role: {
    name: "Shared addresses",
    why: "Such as info@ or support@: several people read them, and report spam more often.",
  },
  disposable: {
    name: "Throwaway addresses",
    why: "They worked for a few minutes. E-mail to them bounces.",
  },
  typo: {
    name: "Mistyped domains",
    why: "Such as gmial.com. Whoever owns such a domain collects e-mail, and may report yours as spam.",
  },
  unconfirmed: {
    name: "Never confirmed",
    why: "Signed up over 30 days ago and never used the link. They get no campaigns, and keep your list larger than it is.",
  },
};
