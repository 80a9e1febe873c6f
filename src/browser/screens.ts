import { contactsScreens } from "#src/features/audience/contacts/screens.ts";
import { importsScreens } from "#src/features/audience/imports/screens.ts";
import { incomingWebhooksScreens } from "#src/features/audience/incoming-webhooks/screens.ts";
import { segmentsScreens } from "#src/features/audience/segments/screens.ts";
import { abTestsScreens } from "#src/features/email/ab-tests/screens.ts";
import { automationsScreens } from "#src/features/email/automations/screens.ts";
import { campaignsScreens } from "#src/features/email/campaigns/screens.ts";
import { deliverabilityScreens } from "#src/features/email/deliverability/screens.ts";
import { emailAnalyticsScreens } from "#src/features/email/email-analytics/screens.ts";
import { marketingScreens } from "#src/features/email/marketing-home/screens.ts";
import { sendingAccountsScreens } from "#src/features/email/sending-accounts/screens.ts";
import { sequencesScreens } from "#src/features/email/sequences/screens.ts";
import { templatesScreens } from "#src/features/email/templates/screens.ts";
import { accountsScreens } from "#src/features/identity/accounts/screens.ts";
import { apiKeysScreens } from "#src/features/identity/api-keys/screens.ts";
import { membersScreens } from "#src/features/identity/members/screens.ts";
import { preferencesScreens } from "#src/features/identity/preferences/screens.ts";
import { analyticsScreens } from "#src/features/insights/analytics/screens.ts";
import { auditScreens } from "#src/features/instance/audit/screens.ts";
import { billingScreens } from "#src/features/money/billing/screens.ts";
import { domainsScreens } from "#src/features/pages/domains/screens.ts";
import { linksScreens } from "#src/features/pages/links/screens.ts";
import { pageImportsScreens } from "#src/features/pages/page-imports/screens.ts";
import { profilesScreens } from "#src/features/pages/profiles/screens.ts";
import { accountDataScreens } from "#src/features/reach/account-data/screens.ts";
import { ownershipTransferScreens } from "#src/features/reach/ownership-transfer/screens.ts";
import { referralsScreens } from "#src/features/reach/referrals/screens.ts";
import { webhooksScreens } from "#src/features/reach/webhooks/screens.ts";

/** Every screen of every slice, but staff’s. Each list that shows some of them has them in this order. */
export const SCREENS = [
  ...profilesScreens,
  ...linksScreens,
  ...pageImportsScreens,
  ...analyticsScreens,
  ...contactsScreens,
  ...importsScreens,
  ...segmentsScreens,
  ...accountsScreens,
  ...preferencesScreens,
  ...membersScreens,
  ...ownershipTransferScreens,
  ...billingScreens,
  ...domainsScreens,
  ...referralsScreens,
  ...marketingScreens,
  ...campaignsScreens,
  ...sequencesScreens,
  ...automationsScreens,
  ...incomingWebhooksScreens,
  ...templatesScreens,
  ...sendingAccountsScreens,
  ...abTestsScreens,
  ...emailAnalyticsScreens,
  ...deliverabilityScreens,
  ...apiKeysScreens,
  ...webhooksScreens,
  ...auditScreens,
  ...accountDataScreens,
] as const;
