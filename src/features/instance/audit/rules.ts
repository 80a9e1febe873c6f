/** What entries are about, from the first word of their event's name. */
export const KINDS = [
  "account",
  "profile",
  "link",
  "domain",
  "lead",
  "media",
  "team",
  "billing",
  "key",
  "mailbox",
  "template",
  "webhook",
  "referral",
  "job",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

// As values of such properties, they'd pass for code and stay English.
const PICTURES = "Pictures";
const KEYS = "API keys";
const TEMPLATES = "Templates";

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  account: "Account and sign-in",
  profile: "Profiles",
  link: "Links",
  domain: "Domains",
  lead: "Leads",
  media: PICTURES,
  team: "Team",
  billing: "Billing",
  key: KEYS,
  mailbox: "Sending accounts",
  template: TEMPLATES,
  webhook: "Webhooks",
  referral: "Referrals",
  job: "Background jobs",
  other: "Everything else",
};

const FIRST_WORDS: Readonly<Record<string, Kind>> = {
  account: "account",
  profile: "profile",
  link: "link",
  links: "link",
  domain: "domain",
  lead: "lead",
  leads: "lead",
  contact: "lead",
  contacts: "lead",
  import: "lead",
  campaign: "lead",
  sending: "lead",
  order: "lead",
  media: "media",
  member: "team",
  handover: "team",
  billing: "billing",
  coupon: "billing",
  key: "key",
  mailbox: "mailbox",
  mail_hook: "mailbox",
  inbox: "mailbox",
  template: "template",
  snippet: "template",
  sender: "template",
  webhook: "webhook",
  referral: "referral",
  job: "job",
};

/** What an event is about, by its name. */
export function kindOf(event: string): Kind {
  const [first = ""] = event.split(".");
  return Object.hasOwn(FIRST_WORDS, first) ? (FIRST_WORDS[first] ?? "other") : "other";
}
