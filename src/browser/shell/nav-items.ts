import { IconSettings } from "@tabler/icons-react";
import { leadsScreen } from "#src/features/audience/contacts/screens.ts";
import { campaignsScreen } from "#src/features/email/campaigns/screens.ts";
import { mailAnalyticsScreen } from "#src/features/email/email-analytics/screens.ts";
import { marketingScreen } from "#src/features/email/marketing-home/screens.ts";
import { mailboxesScreen } from "#src/features/email/sending-accounts/screens.ts";
import { templatesScreen } from "#src/features/email/templates/screens.ts";
import { ownSettingsScreen } from "#src/features/identity/accounts/screens.ts";
import { canAccess, type Principal } from "#src/features/identity/team/rules.ts";
import { analyticsScreen } from "#src/features/insights/analytics/screens.ts";
import { billingScreen } from "#src/features/money/billing/screens.ts";
import { linksScreen } from "#src/features/pages/links/screens.ts";
import { profilesScreen } from "#src/features/pages/profiles/screens.ts";
import { PATHS } from "#src/lib/paths.ts";

/** Leads to the first section. */
const settingsEntry = {
  path: PATHS.accountSettings,
  label: "Settings",
  Icon: IconSettings,
  access: ownSettingsScreen.access,
} as const;

const SCREENS = [
  profilesScreen,
  linksScreen,
  analyticsScreen,
  marketingScreen,
  leadsScreen,
  mailboxesScreen,
  templatesScreen,
  campaignsScreen,
  mailAnalyticsScreen,
  settingsEntry,
] as const;

/** Where a person starts: the first screen they have, and billing for those who have nothing else to do here. */
export function homeOf(me: Principal | undefined) {
  if (me && !canAccess(profilesScreen.access, me) && canAccess(billingScreen.access, me))
    return PATHS.billing;
  return navItems(me)[0]?.to ?? PATHS.profiles;
}

/** What people need most on a phone. Everything else is in the account menu there. */
const IN_BAR: readonly string[] = [
  profilesScreen.path,
  linksScreen.path,
  analyticsScreen.path,
  leadsScreen.path,
  campaignsScreen.path,
];

export function barItems(me: Principal | undefined) {
  return navItems(me).filter(({ to }) => IN_BAR.includes(to));
}

export function menuItems(me: Principal | undefined) {
  return navItems(me).filter(({ to }) => !IN_BAR.includes(to));
}

/** A person's screens, in the order of the navigation. None until we know who it is. */
export function navItems(me: Principal | undefined) {
  return SCREENS.filter(({ access }) => me && canAccess(access, me)).map(({ path, label, Icon }) => ({
    to: path,
    label,
    Icon,
  }));
}
