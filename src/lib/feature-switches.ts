/**
 * The parts of the product that staff can switch off: for everyone, a plan, a share of accounts, or single accounts. The
 * database keeps these names, so none is ever given another meaning.
 */
export const FEATURES = [
  "email",
  "campaigns",
  "ab_tests",
  "sequences",
  "automations",
  "transactional",
  "contact_imports",
  "page_imports",
  "custom_domains",
  "api",
  "webhooks",
  "incoming_webhooks",
] as const;
export type Feature = (typeof FEATURES)[number];

/** What’s a part of another one is off wherever that is. */
export const PARENTS: Partial<Record<Feature, Feature>> = {
  campaigns: "email",
  ab_tests: "campaigns",
  sequences: "email",
  automations: "email",
  transactional: "email",
};

/** Who has a part of the product, apart from what’s said about single accounts. Null leaves a plan to the share. */
export interface FeatureRules {
  /** Of all accounts, in percent: 100 is everyone, and 0 is nobody. */
  share: number;
  free: boolean | null;
  premium: boolean | null;
}

export const DEFAULT_RULES: FeatureRules = { share: 100, free: null, premium: null };

/** The rule that decided, the strongest first. */
export const RULE_KINDS = ["account", "plan", "share", "everyone", "default"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export interface Verdict {
  isOn: boolean;
  /** The part whose rules decided: this one, or one that it’s a part of. */
  feature: Feature;
  rule: RuleKind;
}

export const isFeature = (name: string): name is Feature => FEATURES.some((one) => one === name);
