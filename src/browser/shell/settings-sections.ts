import { deleteAccountScreen, ownDataScreen } from "#src/features/account-data/screens.ts";
import { ownSettingsScreen } from "#src/features/accounts/screens.ts";
import { activityScreen } from "#src/features/audit/screens.ts";
import { domainInstructionsScreen, domainsScreen } from "#src/features/domains/screens.ts";
import { teamScreen } from "#src/features/handover/screens.ts";
import { keysScreen } from "#src/features/keys/screens.ts";
import { preferencesScreen } from "#src/features/preferences/screens.ts";
import { affiliateScreen } from "#src/features/referrals/screens.ts";
import { billingScreen } from "#src/features/subscriptions/screens.ts";
import { webhooksScreen } from "#src/features/webhooks/screens.ts";

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
