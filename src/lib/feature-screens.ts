import type { Feature } from "./feature-switches.ts";
import { PATHS } from "./paths.ts";

/**
 * The dashboard's screens of each part of the product. The server tells which of them an account doesn't have, so that the
 * dashboard's first load doesn't carry this list.
 */
export const FEATURE_SCREENS: Readonly<Record<Feature, readonly string[]>> = {
  email: [
    PATHS.marketing,
    PATHS.automation,
    PATHS.templates,
    PATHS.template,
    PATHS.mailboxes,
    PATHS.mailAnalytics,
    PATHS.deliverability,
  ],
  campaigns: [PATHS.campaigns],
  ab_tests: [PATHS.abTests, PATHS.abTest],
  sequences: [PATHS.sequences, PATHS.sequence],
  automations: [PATHS.rules, PATHS.rule],
  transactional: [],
  contact_imports: [PATHS.leadImports],
  page_imports: [PATHS.pageImport],
  custom_domains: [PATHS.domains, PATHS.domainInstructions],
  api: [PATHS.apiKeys],
  webhooks: [PATHS.webhooks],
  incoming_webhooks: [PATHS.incomingWebhooks],
};
