import { ownSettingsScreen } from "#src/features/identity/accounts/screens.ts";
import { keysScreen } from "#src/features/identity/api-keys/screens.ts";
import { preferencesScreen } from "#src/features/identity/preferences/screens.ts";
import { activityScreen } from "#src/features/instance/audit/screens.ts";
import { billingScreen } from "#src/features/money/billing/screens.ts";
import { domainInstructionsScreen, domainsScreen } from "#src/features/pages/domains/screens.ts";
import { deleteAccountScreen, ownDataScreen } from "#src/features/reach/account-data/screens.ts";
import { teamScreen } from "#src/features/reach/ownership-transfer/screens.ts";
import { affiliateScreen } from "#src/features/reach/referrals/screens.ts";
import { webhooksScreen } from "#src/features/reach/webhooks/screens.ts";

/** The sections of `/dashboard/settings`, in order. Slices add theirs here, and its icon in `shown-sections.ts`. */
export const SETTINGS_SECTIONS = [
  ownSettingsScreen,
  preferencesScreen,
  teamScreen,
  billingScreen,
  domainsScreen,
  affiliateScreen,
  keysScreen,
  webhooksScreen,
  activityScreen,
  ownDataScreen,
  deleteAccountScreen,
] as const;

/** Screens that belong to a section and aren't in the list themselves. */
export const SETTINGS_DETAILS = [domainInstructionsScreen] as const;
