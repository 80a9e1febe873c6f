/* The dashboard shows these texts. */

interface Metric {
  title: string;
  definition: string;
  /** A `count` adds up over a period. A `stock` is what there is at its end. */
  kind: "count" | "stock";
  unit: "number" | "bytes" | "cents";
  /** What's listed for it: the largest of these (`TOP_KINDS`). */
  top?: TopKind;
}

/** What's listed below a figure, largest first. */
export const TOP_KINDS = [
  "page.views",
  "page.clicks",
  "host.clicks",
  "account.profiles",
  "account.links",
  "account.leads",
  "account.emails",
  "account.egress",
] as const;
export type TopKind = (typeof TOP_KINDS)[number];

const counted = (metric: Pick<Metric, "title" | "definition"> & Partial<Metric>): Metric => ({
  kind: "count",
  unit: "number",
  ...metric,
});
const existing = (metric: Pick<Metric, "title" | "definition"> & Partial<Metric>): Metric => ({
  kind: "stock",
  unit: "number",
  ...metric,
});

/** The instance's figures, by the names that the database and the API have for them. */
export const METRICS = {
  signups: counted({ title: "Sign-ups", definition: "Accounts that were made." }),
  profiles: counted({
    title: "New profiles",
    definition: "Profiles that were made, without drafts.",
    top: "account.profiles",
  }),
  links: counted({
    title: "New links",
    definition: "Links and blocks that were made.",
    top: "account.links",
  }),
  views: counted({
    title: "Views",
    definition: "Views of all pages by people. Bots and suspected views are left out.",
    top: "page.views",
  }),
  clicks: counted({
    title: "Clicks",
    definition: "Clicks on all pages by people. Bots and suspected clicks are left out.",
    top: "page.clicks",
  }),
  leads: counted({ title: "Leads", definition: "Sign-ups of fans on pages.", top: "account.leads" }),
  emails: counted({
    title: "E-mails sent",
    definition: "What accounts sent to their contacts, and receiving servers took.",
    top: "account.emails",
  }),
  egress_sent: counted({
    title: "Traffic sent",
    definition: "What serving pages and pictures took, by kind of work.",
    unit: "bytes",
    top: "account.egress",
  }),
  egress_saved: counted({
    title: "Traffic saved",
    definition: "What caching and smaller pictures kept from being sent.",
    unit: "bytes",
  }),
  referred: counted({ title: "Referred sign-ups", definition: "Sign-ups by somebody’s referral link." }),
  people: existing({ title: "Accounts", definition: "Accounts that exist." }),
  all_profiles: existing({
    title: "Profiles",
    definition: "Profiles that exist, without drafts and the trash.",
  }),
  all_links: existing({ title: "Links", definition: "Links and blocks that exist, without the trash." }),
  premium: existing({
    title: "Premium accounts",
    definition: "Accounts that pay for premium, and accounts that staff gave it.",
  }),
  revenue: existing({
    title: "Revenue a month",
    definition: "What premium brings in each month at today’s units, after discounts and before taxes.",
    unit: "cents",
  }),
};
export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]];

export const isStock = (name: MetricName): boolean => METRICS[name].kind === "stock";

/** From a sign-up to somebody who gets something from it. Each step needs all those before it. */
export const ACTIVATION_STEPS = [
  { key: "signups", title: "Signed up" },
  { key: "profile", title: "Made a profile" },
  { key: "link", title: "Added a link" },
  { key: "clicks", title: "Got 10 clicks" },
  { key: "lead", title: "Got a lead" },
  { key: "email", title: "Sent a first e-mail" },
] as const;
export type ActivationStep = (typeof ACTIVATION_STEPS)[number]["key"];

export const ACTIVATION_CLICKS = 10;
export const COHORT_WEEKS = 12;
export const TOPS_KEPT_PER_DAY = 100;
export const TOPS_SHOWN = 20;
/** The span of “right now”. Visits are counted by quarters of an hour. */
export const NOW_MINUTES = 30;
