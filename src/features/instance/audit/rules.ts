/* The dashboard shows these texts. */
import type { EventArea } from "#src/lib/event-list.ts";

// As values of such properties, they'd pass for code and stay English.
const PICTURES = "Pictures";
const KEYS = "API keys";
const TEMPLATES = "Templates";

/** The subject areas, in the filter's order. */
export const AREA_LABELS: Readonly<Record<EventArea, string>> = {
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

export const AREAS = Object.keys(AREA_LABELS) as EventArea[];
