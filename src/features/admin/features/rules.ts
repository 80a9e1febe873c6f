/* The dashboard shows these texts. */
import { type Feature, type FeatureRules, PARENTS, type RuleKind } from "#src/lib/feature-switches.ts";

export const REASON_CHARS_MAX = 500;
/** Single accounts of one part. Every node keeps them in memory. An error’s sentence has the number, too. */
export const ACCOUNTS_MAX = 10_000;
export const CHANGES_LISTED = 50;
export const ACCOUNTS_LISTED = 50;

interface FeatureTexts {
  label: string;
  /** What stops, and what goes on. */
  hint: string;
}

export const FEATURE_TEXTS: Readonly<Record<Feature, FeatureTexts>> = {
  email: {
    label: "All of e-mail",
    hint: "Everything under E-mail, with sending accounts, templates and deliverability. Campaigns that are being sent and people in sequences go on to their end.",
  },
  campaigns: {
    label: "Campaigns",
    hint: "What’s being sent goes on. What’s scheduled fails when its time comes, and says why.",
  },
  ab_tests: {
    label: "A/B tests of e-mail",
    hint: "Tests that run go on to their end.",
  },
  sequences: {
    label: "Sequences",
    hint: "Nobody gets in. Whoever is inside goes on to the end.",
  },
  automations: {
    label: "Rules",
    hint: "Rules start nothing new. What they’ve started goes on to its end.",
  },
  transactional: {
    label: "Transactional e-mail",
    hint: "Programs can’t send single e-mails. Those that wait are sent.",
  },
  contact_imports: {
    label: "Importing leads",
    hint: "An import that runs goes on to its end, and can still be undone.",
  },
  page_imports: {
    label: "Importing pages",
    hint: "Pages that were imported stay.",
  },
  custom_domains: {
    label: "Custom domains",
    hint: "None can be added. Domains that are connected keep working.",
  },
  api: {
    label: "API keys",
    hint: "No key is created, and the account’s keys are refused until this is on again.",
  },
  webhooks: {
    label: "Webhooks",
    hint: "Nothing new is sent. What waits is still delivered.",
  },
  incoming_webhooks: {
    label: "Incoming webhooks",
    hint: "What other programs send is refused.",
  },
};

export const labelOf = (feature: Feature): string => FEATURE_TEXTS[feature].label;

/** What a part belongs to, as far up as it goes: itself first. */
export function withParents(feature: Feature): Feature[] {
  const parent = PARENTS[feature];
  return parent ? [feature, ...withParents(parent)] : [feature];
}

export function isSameRules(one: FeatureRules, other: FeatureRules): boolean {
  return one.share === other.share && one.free === other.free && one.premium === other.premium;
}

/** Why an account has a part or doesn’t. */
export const RULE_TEXTS: Readonly<Record<RuleKind, string>> = {
  account: "Chosen for this account",
  plan: "By its plan",
  share: "By the share of accounts",
  everyone: "For everyone",
  default: "Nothing is set",
};
